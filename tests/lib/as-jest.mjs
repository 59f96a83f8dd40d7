// What jest gives a test file: its own expect, and a function that makes a test.
import { test } from "node:test";
import { expect } from "expect";

Object.assign(globalThis, { expect, test });
