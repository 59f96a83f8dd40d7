// §8, §4.7

/** The limits of section 8 as data. The highest nonce is the highest int32 (§4.7). */
export const contractLimits = {
  itemCount: { min: 1, max: 100 },
  nameLength: { min: 3, max: 100 },
  nonce: { min: 0, max: 2_147_483_647, default: 0 },
  feeTransactionTypes: ["ContractCall", "ContractCreate", "EthereumTransaction"],
} as const;
