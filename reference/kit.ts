// The functions that faults and variants are made of; the modules of the kit import each other directly.
export * from "./exchange.ts";
export * from "./listing.ts";
export * from "./parameter-rewriting.ts";
export * from "./rewriting.ts";
