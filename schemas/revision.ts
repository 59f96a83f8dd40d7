// §1, §9
/** The contract that is tested, and the version of its interpretations. */
export const revision = {
  /** SHA-256 of the text of the contract. */
  document: "04a39e9e4328af7c635df1c9be2db7ea05d0bacfaff0eff78005b56d8654aa19",
  /** Version of docs/interpretations.md: with other interpretations, the same responses can get other results. */
  interpretations: 7,
} as const;
