// Keeps the configuration of this repository out of the examples. A project of yours needs no configuration.
export default { test: { include: ["{server,vitest}/*.{test,spec}.{ts,mjs}"] } };
