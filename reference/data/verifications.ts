import type { VerificationEntry } from "../dataset.ts";
import type { JsonObject } from "../json.ts";
import { hexDigits } from "./made-up.ts";

function session(address: string, chainId: string, index: number): JsonObject {
  const name = ["Greeter", "Vault", "Registry"][index % 3] ?? "Greeter";
  const perfect = index % 2 === 0;
  return {
    contracts: [
      {
        verificationId: hexDigits(`verification/${index}`, 20),
        compiledPath: `contracts/${name}.sol`,
        name,
        compilerVersion: "0.8.19+commit.7dd6d404",
        address,
        chainId,
        status: perfect ? "perfect" : "partial",
        files: {
          found: [`contracts/${name}.sol`, "contracts/Owned.sol"],
          missing: perfect ? [] : ["contracts/Lib.sol"],
        },
        storageTimestamp: `2024-01-1${index}T10:20:30.40${index}Z`,
      },
    ],
    unused: perfect ? [] : ["README.md"],
  };
}

function direct(address: string, chainId: string, index: number): JsonObject {
  const entry = {
    address,
    chainId,
    status: index % 2 === 0 ? "perfect" : "partial",
    message: index % 2 === 0 ? "" : "The metadata hash differs.",
    libraryMap: index % 2 === 0 ? {} : { __Owned_________: hexDigits(`library/${index}`, 20) },
  };
  return { result: [entry] };
}

/** The contracts that the explorer knows. */
export function verifications(): readonly VerificationEntry[] {
  return ["295", "296", "295", "1"].map((chainId, index) => {
    const address = `0x${hexDigits(`verified/${index}`, 20)}`;
    return {
      address,
      chainId,
      session: session(address, chainId, index),
      direct: direct(address, chainId, index),
    };
  });
}
