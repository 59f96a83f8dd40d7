import { JSON_HEADERS, success, type Answer, type Ask, type Handler } from "../exchange.ts";
import { EVM_ADDRESS } from "../../schemas/formats.ts";
import { bareHex, type Ledger } from "./ledger.ts";

const CHAIN_ID = /^[1-9]\d*$/;

type Wanted = { readonly address: string; readonly chainId: string };

function turnedDown(status: number, message: string): Answer {
  return { status, headers: JSON_HEADERS, body: { error: message, message } };
}

function isJsonMedia(ask: Ask): boolean {
  const sent = ask.headers["content-type"];
  const media = typeof sent === "string" ? (sent.split(";")[0] ?? "").trim().toLowerCase() : "";
  return media === "application/json" || /^application\/[^/]+\+json$/.test(media);
}

/** The members of a body that is a JSON object. */
export function membersOf({ body }: Ask): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isMembers = typeof value === "object" && value !== null && !Array.isArray(value);
    return isMembers ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

/** What the body asks for, or the reason why it is turned down. */
function wanted(ask: Ask): Wanted | string {
  const members = membersOf(ask);
  if (members === undefined) return "The body must be a JSON object";
  const { address, chainId, apiKey } = members;
  if (typeof address !== "string" || !EVM_ADDRESS.test(address)) return "address: not an address";
  if (typeof chainId !== "string" || !CHAIN_ID.test(chainId)) return "chainId: not a supported chain";
  if (apiKey !== undefined && typeof apiKey !== "string") return "apiKey: not a string";
  return { address, chainId };
}

/** The verification of a contract that the explorer knows; nothing is remembered between requests. */
export function verification(ledger: () => Ledger, kind: "session" | "direct"): Handler {
  return (ask) => {
    if (!isJsonMedia(ask)) return turnedDown(415, "The body must be sent as application/json");
    const body = wanted(ask);
    if (typeof body === "string") return turnedDown(400, body);
    const entry = ledger().verifications.find(
      ({ address, chainId }) => bareHex(address) === bareHex(body.address) && chainId === body.chainId,
    );
    if (entry === undefined) return turnedDown(404, "The explorer does not know this contract");
    return success(entry[kind]);
  };
}
