// Provides the globals of jest, which this repository does not install: the expect of jest, and the test of node:test.
import { test } from "node:test";
import { expect } from "expect";

Object.assign(globalThis, { expect, test });
