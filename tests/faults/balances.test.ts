import { findFaults } from "./table.ts";

findFaults(({ endpoint }) => endpoint === "tokenBalances");
