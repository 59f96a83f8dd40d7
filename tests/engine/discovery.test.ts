import { expect, test } from "vitest";
import { type ApiResponse, type ApiRequest } from "../../engine/model/exchange.ts";
import { resolveNext } from "../../engine/clauses/pagination.ts";
import { responseOf, SUCCESS } from "../../specs/examples/responses.ts";
import { SIZES } from "../../engine/clauses/size.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { createRunParts } from "../../engine/run/run-parts.ts";
import { REQUEST, outcomeOf, settingsOf } from "../hostile/client.ts";
import { response } from "../hostile/attacks/attack.ts";
import { EMPTY_PAGE, rawTarget } from "../hostile/client.ts";
import { sampleRecords } from "../../engine/discovery/record-samples.ts";
import { createProvider } from "../../engine/discovery/provider.ts";
import { plainSettings } from "../plain-settings.ts";
import { selectCandidates, formsIn } from "../../engine/discovery/forms.ts";
import type { JsonRecord } from "../../engine/message/classify.ts";

/** The requests to which a link leads, in a response of a service whose URL has, or has not, a path prefix. */
function targets(next: unknown, prefix = ""): readonly string[] {
  const page = responseOf("tokens", 200, { tokens: [], links: { next: null } });
  const url = `https://host.test:8443${prefix}/api/v1/tokens?limit=2`;
  return resolveNext(next, { ...page, url, prefix }).map(({ target }) => target);
}

/** Links to other services, other ports, schemes, programs and files. */
const ELSEWHERE =
  "https://other.test/api/v1/tokens?p=2 https://host.test/api/v1/tokens?p=2 http://host.test:8443/x //other.test/x " +
  "/\\other.test/x http://169.254.169.254/latest javascript:alert(1) file:///etc/passwd https://[";

test.each([
  ["", "https://host.test:8443/api/v1/tokens?p=2", ["/api/v1/tokens?p=2"]],
  ["", "?p=2", ["/api/v1/tokens?p=2", "/?p=2"]],
  ["", "tokens?p=2", ["/api/v1/tokens?p=2", "/tokens?p=2"]],
  ["", "//user:secret@host.test:8443/x", ["/x"]],
  ["", "/x?q=a b€", ["/x?q=a%20b%E2%82%AC"]],
  ["", "/x?p=2#part", ["/x?p=2"]],
  ["/deep", "/deep/api/v1/tokens?p=2", ["/deep/api/v1/tokens?p=2"]],
  ["/deep", "/api/v1/tokens?p=2", ["/deep/api/v1/tokens?p=2"]],
  ["/deep", "https://host.test:8443/api/v1/tokens?p=2", ["/deep/api/v1/tokens?p=2"]],
  ["/deep", "?p=2", ["/deep/api/v1/tokens?p=2", "/deep/?p=2"]],
  ["/deep", "api/v1/tokens?p=2", ["/deep/api/v1/api/v1/tokens?p=2", "/deep/api/v1/tokens?p=2"]],
  ["/deep", "../../../x", ["/deep/x"]],
])("behind the prefix %j the link %s is followed", (prefix, next, expected) => {
  expect(targets(next, prefix)).toStrictEqual(expected);
});

test.each([...ELSEWHERE.split(" "), `/x?${"x".repeat(9_000)}`, 7, { href: "/x" }, null])(
  "%.80j is no link",
  (next) => {
    expect(targets(next)).toStrictEqual([]);
  },
);

test("a run follows a bounded number of links", async () => {
  const target = await rawTarget((socket) => socket.write(response(EMPTY_PAGE)));
  const settings = settingsOf(target.url);
  const { client, send } = createRunParts(settings, await loadCatalogue(), new AbortController().signal);
  const links = Array.from({ length: 365 }, (_, index) => `/api/v1/tokens?page=${index}`);
  const follow = (link: string) => outcomeOf(send({ ...REQUEST, fromOrigin: true, target: link }));
  const outcomes = await Promise.all(links.map(follow));
  expect(outcomes.filter((outcome) => outcome === "200 json")).toHaveLength(360);
  const bounded = "360 links to next pages were followed in this run, and there are more";
  expect(outcomes.at(-1)).toBe(`UnusableResponse: ${bounded}`);
  expect(await outcomeOf(send(REQUEST))).toBe("200 json");
  expect(target.received).toHaveLength(361);
  await client.close();
  await target.close();
});

test.each([
  ["smoke", 40, "0.0.1"],
  ["standard", 45, "0.0.64"],
  ["thorough", 300, "0.0.64"],
] as const)("at %s the balances of %i tokens are requested, unusual and deleted ones too", async (...row) => {
  const [level, most, chosen] = row;
  const idOf = (index: number) => (index === 599 ? "0.0.0000600" : `0.0.${index + 1}`);
  const deletedAt = (index: number) => (index === 499 ? { deleted: true } : {});
  const list = Array.from({ length: 1_000 }, (_, at) => ({ token_id: idOf(at), ...deletedAt(at) }));
  const requested = new Set<string>();
  const send = async (request: ApiRequest): Promise<ApiResponse> => {
    const [, token] = /tokens\/(0\.0\.\d+)\/balances/.exec(request.target) ?? [];
    const links = { next: null };
    if (token === undefined) return responseOf("tokens", 200, { tokens: list, links });
    requested.add(token);
    const holders = token === "0.0.64" ? ["0.0.7", "0.0.8"] : [];
    const balances = holders.map((account) => ({ account, balance: 7 }));
    const url = `http://127.0.0.1${request.target}`;
    return { ...responseOf("tokenBalances", 200, { balances, links }), request, url };
  };
  const file = { baseUrl: "http://127.0.0.1", samples: { tokenIds: level === "smoke" ? [] : ["0.0.64"] } };
  const provider = createProvider(plainSettings(file, level, 1, []), send);
  expect((await provider.resolve({ token: "tokenWithHolders" })).token).toBe(chosen);
  expect(requested.size).toBe(most);
  const unusual = [1, 2, 3, 4, 5, 996, 997, 998, 999, 1000, 500, "0000600"].map((id) => `0.0.${id}`);
  expect([...requested]).toEqual(expect.arrayContaining(level === "smoke" ? [] : unusual));
});

// §2.6, §2.7, §2.8: of the records that lists show, one of each shape is requested
const usual = { id: "0.0.5", memo: "text", deleted: false, at: "1700000000.000000001", logs: [{ index: 4 }] };

/** The differences between the shape of a row and the usual shape of its list. */
function differing(row: JsonRecord): readonly string[] {
  const rows = [...Array.from({ length: 30 }, () => usual), row];
  const formsOf = formsIn(rows);
  const known = formsOf(usual);
  return [...formsOf(row)].filter((form) => !known.has(form));
}

const without = { id: usual.id, deleted: usual.deleted, at: usual.at, logs: usual.logs };
test.each<[string, JsonRecord, string]>([
  ["a member that is absent", without, "/memo absent"],
  ["null", { ...usual, memo: null }, "/memo null"],
  ["an empty text", { ...usual, memo: "" }, "/memo empty"],
  ["a flag", { ...usual, deleted: true }, "/deleted true"],
  ["an array without elements", { ...usual, logs: [] }, "/logs empty"],
  ["several elements", { ...usual, logs: [{ index: 4 }, { index: 4 }] }, '/logs elements "SEVERAL"'],
  ["null inside an array", { ...usual, logs: [{ index: null }] }, "/logs/*/index null"],
])("the shape of a row includes %s", (_name, row, form) => {
  expect(differing(row)).toContain(form);
});

test("the shape of a row includes the form of values that are not unique", () => {
  const rows = Array.from({ length: 40 }, (_unused, at) => ({ at: `17000000${10 + at}.000000001` }));
  const [six, nine] = [{ at: "1700000099.123456" }, { at: "1700000098.123456789" }];
  const formsOf = formsIn([...rows, six, nine]);
  expect([...formsOf(six)]).toStrictEqual(["/at a time with 6 decimals"]);
  expect([...formsOf(nine)]).toStrictEqual(["/at a time with 9 decimals"]);
});

test.each([
  ["standard", 40],
  ["thorough", 60],
] as const)("at %s, %i of a hundred messages are requested, each once", async (level, count) => {
  const requested: string[] = [];
  const get = async (request: ApiRequest): Promise<ApiResponse> => {
    requested.push(request.target);
    const body = { ...SUCCESS.topicMessage, message: request.target };
    return { ...responseOf("topicMessage", 200, body), request };
  };
  const all = (requests: readonly ApiRequest[]) => Promise.all(requests.map(get));
  const times = Array.from({ length: 100 }, (_, at) => listed(`17000000${10 + at}.000000001`));
  await sampleRecords({ get, all }, "topicMessage", times, SIZES[level], 1);
  expect([requested.length, new Set(requested).size]).toStrictEqual([count, count]);
});

const usualRow = { origin: "a list", fromUser: false, listed: "/api/v1/contracts" };
const listed = (identifier: string, ...forms: readonly string[]) => ({ ...usualRow, identifier, forms });
const many = Array.from({ length: 100 }, (_, at) => listed(`0.0.${at + 1}`, "/deleted false"));
const unusual = listed("0.0.999", "/deleted true");
const fewRecords = { records: 5, shapes: 9, seed: 1 };

test("candidates for requests include a deleted record among a hundred at every seed", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    expect(selectCandidates("contract", [...many, unusual], { ...fewRecords, seed })).toContain(unusual);
  }
});
test("candidates for requests include one of each form, up to the number of the level", () => {
  const address = { ...unusual, identifier: `0x${"ab".repeat(20)}`, forms: ["/deleted false"] };
  const chosen = selectCandidates("contract", [...many, address], fewRecords);
  expect(chosen).toContain(address);
  expect(chosen).toHaveLength(5);
  // The order of the target file is kept.
  const own = many.map(({ identifier }) => ({ identifier, origin: "the target file", fromUser: true }));
  expect(selectCandidates("contract", own, fewRecords)).toStrictEqual(own.slice(0, 5));
});
