// §4.3, §4.4: the effect of the public key filter
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const UNUSED_KEY = "00".repeat(32);

type KeyEffect = Awaited<ReturnType<typeof requestPublicKeys>>;

/** Requests the list without a key, with an unused key and with known keys, each beside other parameters. */
async function requestPublicKeys(t: kit.ListParameterContext, beside: kit.Query, samples: readonly string[]) {
  const { name, list } = t;
  const { request } = list;
  const [plain, byNobody] = await kit.sendBoth(
    t,
    request(beside),
    request([[name, UNUSED_KEY], ...beside], "open"),
  );
  // Discovery sent the keys in the largest pages, to find one that selects rows: a refusal there is no violation here.
  const expects = beside.length === 0 ? "success" : "open";
  const bySample = await t.all(samples.map((key) => request([[name, key], ...beside], expects)));
  return { plain, byNobody, bySample };
}

/** Checks that an unused key does not select the whole list (interpretations 8 and 9). */
function checkKey({ plain, byNobody, bySample }: KeyEffect): kit.CheckResult {
  if (!kit.isSuccess(plain) || !responseHasRows(plain)) {
    return kit.inconclusive(`no row is returned without a key: ${kit.describeResponse(plain)}`, plain);
  }
  const refused = bySample.find((response) => !kit.isSuccess(response));
  if (refused !== undefined) {
    return [kit.wholeResponse(refused, "a valid public key is refused", "status 200 and the list")];
  }
  const all = rowTextsIn(plain).join();
  const ignored =
    kit.isSuccess(byNobody) && [byNobody, ...bySample].every((one) => rowTextsIn(one).join() === all);
  const expected = "other rows for an unused key";
  return kit.violationIf(ignored, byNobody, "a public key has no effect on the list", expected, [plain]);
}

/** Checks that a key with another last digit does not select a row of the key. */
function checkNear(byNear: kit.ApiResponse, bySample: readonly kit.ApiResponse[]): kit.CheckResult {
  const rows = new Set(kit.isSuccess(byNear) ? rowTextsIn(byNear) : []);
  const shared = bySample.filter((response) => rowTextsIn(response).some((row) => rows.has(row))).slice(0, 1);
  const message = "a key that differs in the last digit returns a row of the key";
  return kit.violationIf(shared.length > 0, byNear, message, "other rows, or no row", shared);
}

/** The key with another last digit: reveals a service that compares only a prefix. */
const nearKey = (key: string): string => `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;

const responseHasRows = (response: kit.ApiResponse): boolean => kit.rowsIn(response).length > 0;
const rowTextsIn = (response: kit.ApiResponse): readonly string[] =>
  kit.rowsIn(response).map((row) => JSON.stringify(row));

/** The context of the clause, with keys from responses: keys of accounts that hold the token, and the key of a record. */
interface KeyTrial extends kit.ListParameterContext {
  readonly holderKeys: readonly kit.HolderKey[];
  readonly material: kit.ListInputs;
}

/**
 * Sends keys from responses: those of holders, and those of records (of tokens only if no known key selected a row). Token balances
 * compare the key of an account (§4.3, line 218): the key of a holder has to select its balance. Whose key the token list compares is
 * unspecified (§4.4, line 236): it is a violation only if neither the key of a token nor the key of a holder selects a token.
 */
async function checkKeyShown(t: KeyTrial, { plain, bySample }: KeyEffect): Promise<kit.CheckResult> {
  const { list, name, holderKeys, material } = t;
  const isOfTokens = kit.listNameOf(list) === "tokens";
  const shown = [material.key ?? [], isOfTokens ? kit.publicKeysIn(list.rows).slice(0, 3) : []].flat();
  const isSelecting = bySample.some(responseHasRows);
  const byRecord = await t.all(
    (isSelecting ? [] : shown).map((one) => list.request([[name, one], ...list.largest], "open")),
  );
  const responses = [...bySample, ...byRecord];
  const holders = isOfTokens && responses.some(responseHasRows) ? [] : holderKeys;
  const pagedLists = await kit.inSequence(holders, ({ key }) => kit.requestSelection(t, list, [[name, key]]));
  const [first] = kit.firstResponses(pagedLists);
  const isRead = pagedLists.every(({ end }) => end === "null");
  if (first !== undefined && isRead && !isOfTokens) {
    const isLost = pagedLists.every(({ rows }, at) =>
      rows.every((row) => row["account"] !== holders[at]?.account),
    );
    const message = "the public key of a holder of the token does not return its balance";
    return kit.violationIf(isLost, first, message, `a row with account ${holders[0]?.account}`, [plain]);
  }
  if (responses.some(responseHasRows) || pagedLists.some(({ rows }) => rows.length > 0)) {
    return [];
  }
  if (first !== undefined && isRead && byRecord.some(kit.isSuccess)) {
    const message = "no public key returns a token, neither that of a token nor that of its holder";
    return kit.violationIf(true, first, message, "a token for one of the keys", byRecord.slice(0, 1));
  }
  const tried = "the known keys return nothing";
  return isOfTokens
    ? kit.inconclusive(`${tried}, and the contract does not specify whose key is compared`, responses[0])
    : kit.inconclusive(`${tried}, and none is known to belong to an account of the list`, responses[0], {
        code: "samplesUnsuitable",
        remedy: { kind: "giveSamples", of: "publicKeys" },
      });
}

/** Checks the effect of an unused key, of known keys, and of keys from responses. */
async function checkKeys(t: KeyTrial, samples: readonly string[]): Promise<kit.CheckResult> {
  const { list, name } = t;
  const alone = await requestPublicKeys(t, [], samples);
  const selecting = samples[alone.bySample.findIndex(responseHasRows)];
  const byNear = selecting && (await t.get(list.request([[name, nearKey(selecting)]], "open")));
  const inLargest = kit.isSmoke(list.size) ? [] : [await requestPublicKeys(t, list.largest, samples)];
  const shown = await checkKeyShown(t, alone);
  return kit.firstViolation(
    () => checkKey(alone),
    () => (byNear ? checkNear(byNear, alone.bySample) : []),
    ...inLargest.map((effect) => () => checkKey(effect)),
    () => shown,
  );
}

function publicKeyClause(list: kit.ListName, id: kit.ClauseId) {
  const { endpoint, material } = kit.LISTS[list];
  const responses = examples.scriptOf(list);
  const found = examples.listOfIds(list, 9);
  const small = { ...found, size: { ...found.size, contexts: 0 } };
  const holderKeys: readonly kit.HolderKey[] = [{ account: "0.0.9", key: "cd" }];
  const ofRecord = { names: {}, accounts: [], key: "ef" };
  return kit.sequence({
    id,
    statement: `the public key filter of ${list} has an effect: ${list === "tokens" ? "the key of a token or holder finds it" : "the key of an account finds its row"}`,
    contract: kit.parameterLines(`${endpoint}.publicKey`, "effect"),
    interpretations: [8],
    effectOf: [`${endpoint}.publicKey`],
    compares: true,
    needs: { list, name: `${endpoint}.publicKey`, keys: "givenKeys", holderKeys: "holderKeys", material },
    // A target file may list keys of tokens and keys of accounts: the first and the last key are sent.
    run: (t) => checkKeys(t, [...new Set([...t.keys.slice(0, 1), ...t.keys.slice(-1)])]),
    // The responses: without a key, with an unused key, the known key, the changed key, and keys from responses.
    examplesWith: { inputs: { list: small } },
    passes: [
      responses("9 | | 9 | "),
      { inputs: { keys: [], material: ofRecord }, responses: responses("9 | ! | 9") },
      { inputs: { holderKeys }, responses: responses("9 | | | 9") },
    ],
    fails: {
      "key ignored": responses("9 | 9 | 9 | "),
      "key ignored in larger pages": {
        inputs: { list: found },
        responses: responses("9 | | 9 | | 9 | 9 | 9"),
      },
      "a key compared in part": responses("9 | | 9 | 9"),
      "a given key refused": responses("9 | | !"),
      "no row for any key": {
        inputs: { holderKeys, material: ofRecord },
        responses: responses("9 | | | | "),
      },
    },
  });
}

export const publicKeyClauses = [
  // A public key is a parameter of the token list (§4.4, line 236); which tokens it selects is unspecified.
  publicKeyClause("tokens", "4.4-public-key"),
  // The account public key to compare against (§4.3, line 218).
  publicKeyClause("balances", "4.3-public-key"),
];
