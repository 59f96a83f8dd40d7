// A Sourcify server: other paths, other bodies, and a record of verified contracts.
import { isArray, isJsonObject, type ServerRequest, type Handler, type JsonObject } from "../../exchange.ts";
import { isSuccessResponse } from "../../rewriting.ts";
import { bodyMembers, turnedDown } from "../../service/verification.ts";
import type { Deviating } from "../../variant.ts";

/** Edits the entries of a list. */
function eachOf(body: JsonObject, member: string, change: (entry: JsonObject) => JsonObject): JsonObject {
  const list = body[member];
  return isArray(list) ? { ...body, [member]: list.filter(isJsonObject).map(change) } : body;
}

/** No session response has the compiler version, and the storage time is present if the contract was stored before. */
function entry(own: JsonObject, wasStored: boolean): JsonObject {
  const { compilerVersion: _compiler, storageTimestamp = null, files, ...rest } = own;
  const found = isJsonObject(files) ? (files["found"] ?? []) : [];
  return {
    ...rest,
    files: { found, missing: {}, invalid: {} },
    ...(wasStored ? { storageTimestamp } : {}),
  };
}

function sourcifyResult({ message: _message, ...rest }: JsonObject): JsonObject {
  return { ...rest, immutableReferences: {}, runtimeTransformations: [] };
}

/** A mixed-case address must have a valid checksum; no address of the reference has one. */
const isMixed = (address: string): boolean => /[a-f]/.test(address) && /[A-F]/.test(address);

const service = (honest: Handler): Handler => {
  const stored = new Set<string>();
  return (request: ServerRequest) => {
    const response = honest(request);
    if (request.endpoint !== "sessionVerify" && request.endpoint !== "verify") return response;
    const address = String(bodyMembers(request)?.["address"]);
    if (isMixed(address.replace(/^0x/, ""))) return turnedDown(400, `Invalid address: ${address}`);
    if (!isSuccessResponse(response)) return response;
    const wasStored = stored.has(address.toLowerCase());
    stored.add(address.toLowerCase());
    const shown = eachOf(
      eachOf(response.body, "contracts", (one) => entry(one, wasStored)),
      "result",
      sourcifyResult,
    );
    return { ...response, body: "contracts" in shown ? { ...shown, files: ["Storage.sol"] } : shown };
  };
};

/** A verification server under its own paths, on a chain with an import from an explorer. */
export const sourcify: Readonly<Record<string, Deviating>> = {
  sourcify: {
    description: "behaves like the Sourcify server version that Hedera uses, including its deviations",
    profile: "sourcify",
    moved: { sessionVerify: "/session/verify/etherscan", verify: "/verify/etherscan" },
    service,
  },
};
