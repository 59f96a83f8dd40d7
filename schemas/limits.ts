// §8, §4.7

/** The limits of part 8 as data; the upper end of the nonce is that of int32 in §4.7. */
export const contractLimits = {
  itemCount: { min: 1, max: 100 },
  nameLength: { min: 3, max: 100 },
  nonce: { min: 0, max: 2_147_483_647, default: 0 },
  feeTransactionTypes: ["ContractCall", "ContractCreate", "EthereumTransaction"],
} as const;
