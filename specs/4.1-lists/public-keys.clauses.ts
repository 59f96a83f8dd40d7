// §4.3, §4.4: the effect of the public key filter, by relations between the rows that several keys select
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const UNUSED_KEY = "00".repeat(32);

/** A service that compares only a prefix finds this key equal. */
const similarKey = (key: string): string => `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;

/** `holderKeys`: keys of accounts that hold the token; `material.key`: a key of the target file or of a record. */
interface KeyContext extends kit.ListParameterContext {
  readonly holderKeys: readonly kit.HolderKey[];
  readonly material: kit.ListInputs;
}

/**
 * Checks the rows of an unused key, of `samples` (keys of the target file or, without any, of the recipes of a profile) and of keys from
 * responses. A refusal is a violation only for a key of `samples`: the other keys may be invalid.
 */
async function checkKeys(t: KeyContext, samples: readonly string[]): Promise<kit.CheckResult> {
  const { list, name } = t;
  const firstPage = (query: kit.Query, expects?: kit.Expectation) =>
    kit.requestSelection(t, list, query, { pages: 1, expects });
  const whole = await firstPage([]);
  const unused = await firstPage([[name, UNUSED_KEY]], "open");
  const known = await kit.inSequence(samples, (key) => firstPage([[name, key]]));
  const selecting = samples[known.findIndex(kit.listHasRows)];
  const near = selecting === undefined ? [] : [await firstPage([[name, similarKey(selecting)]], "open")];
  const checkedShown = await checkKeyShown(t, known);
  return kit.firstViolation(
    () =>
      kit.listHasRows(whole)
        ? []
        : kit.inconclusive("no row is returned without a key", kit.firstResponses([whole])[0]),
    () =>
      known
        .filter(kit.isRefusedList)
        .flatMap((one) => kit.notAListViolation(one, "a valid public key is refused")),
    () => checkIgnored(whole, [unused, ...known]),
    () => near.flatMap((one) => checkSimilarKey(one, known)),
    () => checkedShown,
  );
}

/** If all of these keys select the same rows as no key, the parameter is ignored (interpretations 8 and 9). */
function checkIgnored(whole: kit.PagedList, selections: readonly kit.PagedList[]): kit.CheckResult {
  const all = JSON.stringify(whole.rows);
  const isIgnored = selections.every(({ rows }) => JSON.stringify(rows) === all);
  const responses = kit.firstResponses(selections);
  const message = "a public key has no effect on the list";
  const expected = "other rows for an unused key";
  return responses
    .slice(0, 1)
    .flatMap((first) => kit.violationIf(isIgnored, first, message, expected, kit.firstResponses([whole])));
}

function checkSimilarKey(near: kit.PagedList, known: readonly kit.PagedList[]): readonly kit.Violation[] {
  const rowsOfKeys = known.flatMap(({ rows }) => rows);
  const isOfKey = kit.isRowOf(rowsOfKeys, near.identity);
  const others = near.rows.filter((row) => !isOfKey(row));
  const message = "a key that differs in the last digit returns a row of the original key";
  return kit.strayRows(near, message, others, "other rows, or no row", kit.firstResponses(known));
}

/**
 * Sends keys of holders, and keys of records if no known key selected a row. Token balances compare the key of an account (§4.3): at least
 * one key of a holder has to select its balance. Whose key the token list compares is unspecified (§4.4): it is a violation only if neither
 * the key of a token nor the key of a holder selects a token.
 */
async function checkKeyShown(t: KeyContext, known: readonly kit.PagedList[]): Promise<kit.CheckResult> {
  const { list, name, material } = t;
  const isOfTokens = kit.listNameOf(list) === "tokens";
  const shown = [material.key ?? [], isOfTokens ? kit.publicKeysIn(list.rows).slice(0, 3) : []].flat();
  const ofRecords = await kit.inSequence(known.some(kit.listHasRows) ? [] : shown, (key) =>
    kit.requestSelection(t, list, [[name, key]], { pages: 1, expects: "open" }),
  );
  const selections = [...known, ...ofRecords];
  const holderKeys = isOfTokens && selections.some(kit.listHasRows) ? [] : t.holderKeys;
  const ofHolders = await kit.inSequence(holderKeys, ({ key }) =>
    kit.requestSelection(t, list, [[name, key]]),
  );
  const [first] = kit.firstResponses(ofHolders);
  const isRead = first !== undefined && ofHolders.every(({ end }) => end === "null");
  if (isRead && !isOfTokens) {
    const message = "the public key of a holder of the token does not return the balance of the holder";
    const lost = ofHolders.flatMap((one, at) =>
      kit.missingRows(one, message, [{ account: holderKeys[at]?.account }]),
    );
    return lost.length === ofHolders.length ? lost.slice(0, 1) : [];
  }
  if ([...selections, ...ofHolders].some(kit.listHasRows)) return [];
  if (isRead && ofRecords.some(({ end }) => end !== "refused")) {
    const message = "no public key returns a token, neither that of a token nor that of its holder";
    const compared = kit.firstResponses(ofRecords).slice(0, 1);
    return kit.violationIf(true, first, message, "a token for one of the keys", compared);
  }
  const tried = "the known keys return nothing";
  const [by] = kit.firstResponses(selections);
  return isOfTokens
    ? kit.inconclusive(`${tried}, and the contract does not specify whose key is compared`, by)
    : kit.inconclusive(`${tried}, and none is known to belong to an account of the list`, by, {
        code: "samplesUnsuitable",
        remedy: { kind: "giveSamples", of: "publicKeys" },
      });
}

function publicKeyClause(list: kit.ListName, id: kit.ClauseId) {
  const { endpoint, material } = kit.LISTS[list];
  const responses = examples.scriptOf(list);
  const holderKeys: readonly kit.HolderKey[] = [{ account: "0.0.9", key: "cd" }];
  const ofRecord = { names: {}, accounts: [], key: "ef" };
  return kit.sequence({
    id,
    statement: `the public key filter of ${list} accepts keys, compares their last digit, finds ${list === "tokens" ? "a token" : "accounts"}`,
    contract: kit.parameterLines(`${endpoint}.publicKey`, "effect"),
    interpretations: [8],
    effectOf: [`${endpoint}.publicKey`],
    compares: true,
    needs: { list, name: `${endpoint}.publicKey`, keys: "givenKeys", holderKeys: "holderKeys", material },
    // A target file may list keys of tokens and of accounts: the first and the last are sent.
    run: (t) => checkKeys(t, [...new Set([...t.keys.slice(0, 1), ...t.keys.slice(-1)])]),
    // The responses: without a key, with an unused key, the known key, the changed key, and keys from responses.
    examplesWith: { inputs: { list: examples.listOfIds(list, 9) } },
    passes: [
      responses("9 | | 9 | "),
      { inputs: { keys: [], material: ofRecord }, responses: responses("9 | ! | 9") },
      { inputs: { holderKeys }, responses: responses("9 | | | 9") },
    ],
    fails: {
      "key ignored": responses("9 | 9 | 9 | "),
      "a changed key returns the same row": responses("9 | | 9 | 9"),
      "a key from the target file refused": responses("9 | | !"),
      "no row for any key": {
        inputs: { holderKeys, material: ofRecord },
        responses: responses("9 | | | | "),
      },
    },
  });
}

export const publicKeyClauses = [
  // A public key is a parameter of the token list (§4.4); which tokens it selects is unspecified.
  publicKeyClause("tokens", "4.4-public-key"),
  // The public key is that of an account (§4.3).
  publicKeyClause("balances", "4.3-public-key"),
];
