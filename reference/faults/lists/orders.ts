import { notFound, setQuery } from "../../exchange.ts";
import { faultsOf, type Fault, type Ways } from "../../fault.ts";
import { editNext, relist } from "../../listing.ts";
import {
  setDefault,
  ignoreValues,
  refuseValues,
  refuseRequests,
  replaceValue,
  ignoreParameter,
} from "../../parameter-rewriting.ts";
import {
  isDescending,
  respondWith,
  editFees,
  hasParameter,
  isAscending,
  lastOf,
  addCounter,
  markUnsteady,
  when,
  type Rewriting,
} from "../../rewriting.ts";
import { FAULT_LISTS, type List } from "./list.ts";
import { reversedRows } from "./pages.ts";

const orderIgnored = ignoreValues("order", /^(asc|desc)$/);
/** Applies the order of the previous request, if both requests send only an order. */
const orderOfTheRequestBefore: Rewriting = markUnsteady((honest) => {
  let before = "";
  return (request) => {
    const kept = before;
    before = request.query.length === 1 ? lastOf(request, "order") : "";
    return honest(before === "" || kept === "" ? request : setQuery(request, "order", kept));
  };
});

/** Serves desc in place of asc to the first request after a refused order. */
const turnedByRefusedOrder: Rewriting = markUnsteady((honest) => {
  let isTurned = false;
  return (request) => {
    const order = lastOf(request, "order");
    const wasTurned = isTurned && order === "asc";
    isTurned = (isTurned && !wasTurned) || !/^(asc|desc)?$/i.test(order);
    return honest(wasTurned ? setQuery(request, "order", "desc") : request);
  };
});

/** Reverses the rows of each page of the ascending list, instead of the order of the whole list. */
const turnedByPage: Rewriting = (honest) => {
  const linked = editNext((query) => query.map(([name, value]) => [name, name === "order" ? "desc" : value]));
  return reversedRows(linked(replaceValue("order", () => "asc")(honest)));
};

/** Swaps the third and the second row from the end. */
const swapped = relist((rows) => {
  const at = Math.max(rows.length - 3, 0);
  return [...rows.slice(0, at), ...rows.slice(at, at + 2).toReversed(), ...rows.slice(at + 2)];
});

const orderWays = ({ clause }: List): Ways => ({
  [clause("4.4-order-sorted", "4.3-order-sorted")]: {
    "order-ignored": orderIgnored,
    "order-within-pages-only": when(isDescending, turnedByPage),
    "order-wrong-near-the-end": when(isDescending, swapped),
  },
  [clause("4.4-order-under-filter", "4.3-order-under-filter")]: {
    "order-ignored-with-filter": when(
      ({ query }) => query.some(([name]) => /id|balance/.test(name)),
      ignoreParameter("order"),
    ),
  },
  [clause("4.4-order-with-limit-1", "4.3-order-with-limit-1")]: {
    "order-ignored-at-limit-1": ignoreParameter("order", hasParameter("limit", "1")),
  },
  [clause("4.4-order-after-another", "4.3-order-after-another")]: {
    "order-of-the-request-before": orderOfTheRequestBefore,
    "order-turned-by-a-refused-one": turnedByRefusedOrder,
  },
  [clause("4.4-order-same-rows", "4.3-order-same-rows")]: {
    "order-desc-lacks-a-row": when(
      isDescending,
      relist((rows) => rows.slice(1)),
    ),
  },
});

/** Orders that are refused although valid, or whose refusal does not name the parameter. */
const orderChecks = (accepted: string, refused: string): Ways => ({
  [accepted]: {
    "order-asc-refused": refuseValues("order", /^asc$/),
    "order-desc-refused": refuseValues("order", /^desc$/),
  },
  [refused]: {
    "order-refusal-unnamed": refuseRequests(
      "sort",
      (request) => !/^(asc|desc)?$/i.test(lastOf(request, "order")),
    ),
  },
});

const FEE_LIST: Ways = {
  "4.5-order-sorted": {
    "order-ignored": orderIgnored,
    "order-ignored-in-numbered-answers": markUnsteady((honest) =>
      addCounter("answer_number")(orderIgnored(honest)),
    ),
    "order-scrambled": when(
      isAscending,
      editFees((fees) => [...fees.slice(1), ...fees.slice(0, 1)]),
    ),
  },
  "4.5-order-after-another": {
    "order-of-the-request-before": orderOfTheRequestBefore,
    "order-turned-by-a-refused-one": turnedByRefusedOrder,
  },
  "4.5-default-order": { "order-desc-by-default": setDefault("order", "desc") },
  "4.5-order-refused": { "another-word-for-an-order": ignoreValues("order", /^foo$/) },
  "4.5-order-same-rows": {
    "order-not-found": when("order", respondWith(notFound())),
    "order-desc-lacks-a-fee": when(
      isDescending,
      editFees((fees) => fees.slice(0, -1)),
    ),
    "order-desc-repeats-a-fee": when(
      isDescending,
      editFees((fees) => [...fees.slice(0, 1), ...fees]),
    ),
  },
};

/** Faults in the order of lists and of fees (4.3 to 4.5). */
export const orderFaults: readonly Fault[] = [
  ...FAULT_LISTS.flatMap((list) => [
    ...faultsOf(list.endpoint, orderWays(list)),
    ...faultsOf(
      list.endpoint,
      orderChecks(
        list.clause("4.4-order-accepted", "4.3-order-accepted"),
        list.clause("4.4-order-refused", "4.3-order-refused"),
      ),
    ),
  ]),
  ...faultsOf("networkFees", FEE_LIST),
  ...faultsOf("networkFees", orderChecks("4.5-order-accepted", "4.5-order-refused")),
];
