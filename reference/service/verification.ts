import { EVM_ADDRESS } from "../../schemas/formats.ts";
import { JSON_HEADERS, success, type Handler, type ServerRequest, type ServerResponse } from "../exchange.ts";
import type { Ledger } from "./ledger.ts";
import { withoutHexPrefix } from "./parameters.ts";

export function bodyMembers({ body }: ServerRequest): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isMembers = typeof value === "object" && value !== null && !Array.isArray(value);
    return isMembers ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

function rejected(status: number, message: string): ServerResponse {
  return { status, headers: JSON_HEADERS, body: { error: message, message } };
}

/** Verifies a contract that the explorer knows. Keeps no state between requests. */
export function verificationHandler(ledger: () => Ledger, kind: "session" | "direct"): Handler {
  return (request) => {
    const [media = ""] = String(request.headers["content-type"]).split(";");
    if (!/^application\/([^/]+\+)?json$/i.test(media.trim())) {
      return rejected(415, "The body must be sent as application/json");
    }
    const members = bodyMembers(request);
    if (members === undefined) return rejected(400, "The body must be a JSON object");
    const { address, chainId, apiKey = "" } = members;
    if (typeof address !== "string" || !EVM_ADDRESS.test(address)) {
      return rejected(400, "address: not an address");
    }
    if (typeof chainId !== "string" || !/^[1-9]\d*$/.test(chainId)) {
      return rejected(400, "chainId: not a supported chain");
    }
    if (typeof apiKey !== "string") return rejected(400, "apiKey: not a string");
    const entry = ledger().verifications.find(
      (each) => withoutHexPrefix(each.address) === withoutHexPrefix(address) && each.chainId === chainId,
    );
    return entry ? success(entry[kind]) : rejected(404, "The explorer does not know this contract");
  };
}
