// The namespace `kit` of faults and variants: requests and responses, and changes of them
export * from "../schemas/operations.ts";
export * from "./dataset.ts";
export * from "./exchange.ts";
export * from "./fault.ts";
export * from "./listing.ts";
export * from "./parameter-rewriting.ts";
export * from "./rewriting.ts";
export * from "./service/parameters.ts";
