// §4.3, §4.4: a row is in the whole list if and only if the filter by id returns it
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** Maximum number of ids that the list does not have: of known tokens, or of accounts in the target file. */
const MOST_KNOWN_IDS = 3;

/**
 * The lowest and the highest id, that of a row with balance 0 or of another type than the first (else, in the middle), and a few `known`
 * ids.
 */
function rowIds(list: kit.Listing, known: readonly string[], { isBound }: kit.RowFilter) {
  const ids = kit.sortedIds(list);
  const [first, ...rows] = list.rows;
  const isUnusual = ({ balance, type }: kit.ListRow) => balance === 0 || type !== first?.["type"];
  const unusual = rows.find(isUnusual)?.[list.identity];
  const shown = kit.spread(ids, 3).map((id, at) => (at === 1 && typeof unusual === "string" ? unusual : id));
  const others = known.filter((id) => !ids.includes(id)).slice(0, MOST_KNOWN_IDS);
  return kit.asNamed([...shown, ...others].filter(isBound));
}

function ownIds(filter: kit.RowFilter, id: kit.ClauseId) {
  const { identity, list } = filter;
  const responses = examples.scriptOf(list);
  return kit.sequence({
    id,
    statement: `a filter by id returns a row exactly if ${kit.LISTS[list].words} has it`,
    contract: kit.parameterLines(filter.key, "effect"),
    interpretations: [13, 17],
    about: "a row of the list with a well-formed id",
    compares: true,
    needs: { list, name: filter.key, known: list === "tokens" ? "tokenSamples" : "givenAccounts" },
    values: ({ list: found, known }) => {
      const others = known.map((one) => (typeof one === "string" ? one : one.identifier));
      return rowIds(found, others, filter);
    },
    run: async (t, rowId: string) => {
      const whole = await kit.pagedList(t, t.list.request(t.list.largest), kit.pagesFor(t.list));
      if (kit.isRefusedList(whole)) return kit.whyStopped(whole, "the whole list could not be read");
      const found = await kit.requestSelection(t, t.list, [[t.name, `eq:${rowId}`]]);
      const after = filter.shifted(kit.sortedIds(t.list).at(-1) ?? rowId, 1n);
      // Reveals rows after the end of the list. Omitted at smoke, to save a request.
      const beyond = kit.isSmoke(t.list.size)
        ? []
        : [await kit.requestSelection(t, t.list, [[t.name, `gte:${after}`]])];
      const onlyRow = (from: kit.PagedList): kit.PagedList => ({
        ...from,
        rows: from.rows.filter((row) => row[identity] === rowId),
      });
      const isShown = [found, whole].some((from) => onlyRow(from).rows.length > 0);
      const ended = beyond.filter(({ end }) => end === "null");
      const unlisted = "a row that is returned by its id is missing from the list";
      const checked = kit.firstViolation(
        () => kit.contains(whole, [onlyRow(found)], unlisted),
        () => kit.contains(found, [onlyRow(whole)], "a row of the list is not returned by its id"),
        () => kit.contains(whole, ended, "a row that a filter returns is missing from the list"),
      );
      return kit.ifShown(checked, isShown, `a row with ${identity} ${rowId}`);
    },
    passes: [responses("8 9 | 9 | "), responses("9 | 9 | ")],
    fails: {
      "not in the list": responses("8 | 9 | "),
      "not found": responses("8 9 | | "),
      "the list ends early": responses("8 9 | 9 | 10"),
    },
  });
}

/** The list has a token exactly if its token.id returns it (§4.4). */
export const ownTokens = ownIds(kit.tokenIdFilter, "4.4-own-id-listed");
/** The list has a balance exactly if its account id returns it (§4.3). */
export const ownAccounts = ownIds(kit.accountFilter, "4.3-own-id-listed");
