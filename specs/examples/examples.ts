// The namespace `examples` of every clause file: example responses and pages, and the example target.
export * from "./pages.ts";
export * from "./responses.ts";
export * from "./target.ts";
