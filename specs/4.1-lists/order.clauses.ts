// §4.1, §4.3, §4.4, §4.5: the order parameter of a list
import { LIST_CLAUSES } from "../depends-on.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** The order is asc or desc (§4.4); balances are sorted by the order parameter (§4.3). */
const commonOfOrder = (list: kit.ListName) => {
  const key = `${kit.LISTS[list].endpoint}.order` as const;
  const contract: kit.ContractLines = [...kit.parameterLines(key, "effect"), ...kit.sortedLines(list)];
  return { contract, interpretations: [16], compares: true, needs: { list, order: key } } as const;
};

export const orderClauses = kit.LIST_NAMES.flatMap((list) => {
  const { endpoint, words } = kit.LISTS[list];
  const responses = examples.scriptOf(list);
  const common = commonOfOrder(list);
  return [
    kit.sequence({
      ...common,
      id: list === "tokens" ? "4.4-order-sorted" : "4.3-order-sorted",
      statement: `${words} is sorted by one field: ascending with asc, descending with desc`,
      run: async (t) => {
        const pages = kit.isSmoke(t.list.size) ? 1 : kit.pagesFor(t.list);
        return kit.checkOrder(await kit.readBothOrders(t, t.list, t.order, pages));
      },
      passes: [responses("9 10 100 | 100 10 9"), responses("9 10 | 10 9")],
      fails: {
        "order ignored": responses("9 10 100 | 9 10 100"),
        "one row out of place": responses("9 10 100 | 100 9 10"),
      },
    }),
    kit.sequence({
      ...common,
      id: list === "tokens" ? "4.4-order-same-rows" : "4.3-order-same-rows",
      effectOf: [`${endpoint}.order`],
      statement: `${words} returns the same rows with asc as with desc`,
      values: ({ list: { size, rows, pageRows } }) => {
        if (kit.isSmoke(size) && rows.length > pageRows) {
          throw kit.skippedAtSmoke("wholeLists", "whole lists of several pages are not compared");
        }
        return kit.SINGLE_CASE;
      },
      run: async (t) => kit.checkSameRows(await kit.readBothOrders(t, t.list, t.order)),
      passes: [responses("9 10 | 10 9"), responses("9 10 | 9 10")],
      fails: {
        "a row only with asc": responses("9 10 | 10"),
        "a row only with desc": responses("9 10 | 100 10 9"),
      },
    }),
  ];
});

export const orderAfterAnotherClauses = kit.LIST_NAMES.map((list) => {
  const { words, endpoint } = kit.LISTS[list];
  const page = examples.idPages(list);
  return kit.sequence({
    ...commonOfOrder(list),
    exclusive: true,
    skipAtSmoke: true,
    id: list === "tokens" ? "4.4-order-after-another" : "4.3-order-after-another",
    statement: `${words} has the requested order, also after or during a request with another`,
    run: (t) =>
      kit.checkOneAfterAnother(t, (way) => t.list.request([[t.order, way]]), LIST_CLAUSES[list].orderSorted),
    ...examples.afterAnotherOrder(page(9, 10), page(10, 9), examples.badRequestOf(endpoint, "order")),
  });
});
