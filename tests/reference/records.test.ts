import { describe, expect, it } from "vitest";
import type { Answer } from "../../reference/exchange.ts";
import { wire } from "./wire.ts";
import { ask, bodyOf, data, messagesIn, objectIn } from "./serving.ts";

function fees(query: readonly (readonly [string, string])[] = []) {
  return ask("networkFees", { query });
}

function types(answer: Answer): readonly string[] {
  return wire(answer).match(/(?<="transaction_type":")\w+/g) ?? [];
}

function contractAt(...times: readonly string[]) {
  const query = times.map((time) => ["timestamp", time] as const);
  return bodyOf(ask("contract", { param: "5001", query }));
}

describe("network fees", () => {
  it("are ascending unless asked otherwise", () => {
    expect(types(fees())).toEqual(["ContractCall", "ContractCreate", "EthereumTransaction"]);
    expect(types(fees([["order", "asc"]]))).toEqual(types(fees()));
    expect(types(fees([["order", "desc"]]))).toEqual(types(fees()).toReversed());
  });

  it("are those of the newest schedule that meets the timestamp", () => {
    expect(objectIn(fees([["timestamp", "lt:1695000000.25"]]))["timestamp"]).toBe("1690000000.000000001");
    expect(messagesIn(fees([["timestamp", "lt:0"]]))).toEqual(["Not found"]);
    expect(messagesIn(fees([["timestamp", "x"]]))).toEqual(["Invalid parameter: timestamp"]);
  });
});

describe("topic messages", () => {
  it.each(data.topicMessages.map((message) => [message.consensus_timestamp, message] as const))(
    "%s is found in its own form",
    (instant, message) => {
      expect(bodyOf(ask("topicMessage", { param: instant }))).toEqual(message);
    },
  );

  it("are found by value, the decimals being a fraction", () => {
    const found = objectIn(ask("topicMessage", { param: "1700000000.5" }));
    expect(found["consensus_timestamp"]).toBe("1700000000.500000000");
  });

  it("are not found, or refused, in the documented form", () => {
    expect(messagesIn(ask("topicMessage", { param: "1700000000.6" }))).toEqual(["Not found"]);
    expect(messagesIn(ask("topicMessage", { param: "1.0123456789" }))).toEqual([
      "Invalid parameter: timestamp",
    ]);
  });
});

describe("contract results", () => {
  it.each(data.contractResults.map((entry) => [`${entry.transactionId}/${entry.nonce}`, entry] as const))(
    "%s is found by transaction and by hash",
    (_, { transactionId, nonce, hash, record }) => {
      const byTransaction = ask("contractResult", {
        param: transactionId,
        query: [["nonce", String(nonce)]],
      });
      expect(bodyOf(byTransaction)).toEqual(record);
      for (const param of [hash, hash.slice(2), hash.slice(2).toUpperCase()]) {
        expect(bodyOf(ask("contractResult", { param }))).toEqual(record);
      }
    },
  );

  it("take the last nonce, and 0 when there is none", () => {
    const [parent] = data.contractResults;
    const param = parent?.transactionId ?? "";
    const child = data.contractResults.find(
      ({ transactionId, nonce }) => transactionId === param && nonce === 1,
    );
    const sent = (...nonces: string[]) =>
      bodyOf(ask("contractResult", { param, query: nonces.map((nonce) => ["nonce", nonce] as const) }));
    expect(sent("2", "1")).toEqual(child?.record);
    expect(sent()).toEqual(parent?.record);
  });

  it("give one status to each result", () => {
    const statuses = new Map<unknown, unknown>();
    for (const { record } of data.contractResults) {
      expect(statuses.get(record["result"]) ?? record["status"]).toBe(record["status"]);
      statuses.set(record["result"], record["status"]);
    }
    expect(new Set(statuses.values())).toEqual(new Set(["0x0", "0x1"]));
  });

  it.each(["-1", "2147483648", "1.5", "abc", ""])("refuse the nonce %j", (nonce) => {
    const param = data.contractResults[0]?.transactionId ?? "";
    expect(ask("contractResult", { param, query: [["nonce", nonce]] }).status).toBe(400);
  });

  it.each(["0x12", "a".repeat(63), "a".repeat(65), "0.0.1-1", "0.0.1-1-1234567890", "0.0.1@1-1"])(
    "refuse the path %s",
    (param) => {
      expect(ask("contractResult", { param }).status).toBe(400);
    },
  );
});

describe("contracts", () => {
  it.each(data.contracts.map((entry) => [entry.id ?? entry.address, entry] as const))(
    "%s is found by id and by address",
    (_, { id, address, versions }) => {
      const ids = id === null ? [] : [id, id.replace("0.0.", "0."), id.replace("0.0.", "")];
      for (const param of [...ids, address, address.slice(2), `0.0.${address}`]) {
        expect(bodyOf(ask("contract", { param }))).toEqual(versions.at(-1));
      }
    },
  );

  it("are shown in the newest version that meets every timestamp", () => {
    const versions = data.contracts[0]?.versions ?? [];
    expect(contractAt("lt:1690000000.999999999")).toEqual(versions[1]);
    expect(contractAt("gte:1600000000", "lte:1640000000")).toEqual(versions[0]);
    expect(ask("contract", { param: "5001", query: [["timestamp", "lt:0"]] }).status).toBe(404);
  });

  it.each(["abc", "0.0.0.1", "12345678901", `0x${"a".repeat(39)}`, ""])("refuse the path %j", (param) => {
    expect(ask("contract", { param }).status).toBe(400);
  });
});

describe("verifications", () => {
  const headers = { "content-type": "application/json; charset=utf-8" };
  const [known] = data.verifications;
  const { address = "", chainId = "" } = known ?? {};

  it("are answered for known contracts, in any spelling of the address", () => {
    for (const spelling of [address, address.slice(2), address.toUpperCase().replace("0X", "0x")]) {
      const body = JSON.stringify({ address: spelling, chainId, apiKey: "k" });
      expect(bodyOf(ask("sessionVerify", { headers, body }))).toEqual(known?.session);
      expect(bodyOf(ask("verify", { headers, body }))).toEqual(known?.direct);
    }
  });

  it.each([
    [{ chainId }, 400],
    [{ address, chainId: null }, 400],
    [{ address, chainId, apiKey: 1 }, 400],
    [[], 400],
    [{ address, chainId: "2" }, 404],
  ])("turn %j down", (body, status) => {
    expect(ask("verify", { headers, body: JSON.stringify(body) }).status).toBe(status);
  });

  it("demand JSON", () => {
    expect(ask("verify", { body: JSON.stringify({ address, chainId }) }).status).toBe(415);
    expect(ask("verify", { headers, body: "{" }).status).toBe(400);
  });
});
