import { notFound, setQuery } from "../../exchange.ts";
import { editNext, relist } from "../../listing.ts";
import { ignoreValues, refuseRequests, replaceValue, setDefault } from "../../parameter-rewriting.ts";
import { editBody, editFees, holds, isAscending, isDescending, lastOf } from "../../rewriting.ts";
import { respondWith, when, withMemory, type Condition, type Rewriting } from "../../rewriting.ts";
import { faultsOf, ORDERED_ENDPOINTS, type Fault, type ClauseFaults } from "../../fault.ts";
import { reversedRows } from "./pages.ts";

const numberFees = withMemory(1, (count, request, handler) => {
  const numbered = editBody((body) => ({ ...body, request_number: count }));
  return [numbered(ignoreValues("order", /^(asc|desc)$/)(handler))(request), count + 1];
});

/** Applies the order of the previous request, if both requests send only an order. */
const keepOrder = withMemory("", (previousOrder, request, handler) => {
  const ownOrder = request.query.length === 1 ? lastOf(request, "order") : "";
  return [
    handler(ownOrder === "" || previousOrder === "" ? request : setQuery(request, "order", previousOrder)),
    ownOrder,
  ];
});

const isRefusedOrder: Condition = (request) => !/^(asc|desc)?$/i.test(lastOf(request, "order"));

const reverseAfterRefusedOrder = withMemory(false, (isTurned, request, handler) => {
  const isServed = isTurned && holds(isAscending, request);
  return [
    handler(isServed ? setQuery(request, "order", "desc") : request),
    (isTurned && !isServed) || holds(isRefusedOrder, request),
  ];
});

const reversePages: Rewriting = (handler) => {
  const linked = editNext((query) => query.map(([name, value]) => [name, name === "order" ? "desc" : value]));
  return reversedRows(linked(replaceValue("order", () => "asc")(handler)));
};

const swapRows = relist((rows) => {
  const at = Math.max(rows.length - 3, 0);
  return [...rows.slice(0, at), ...rows.slice(at, at + 2).toReversed(), ...rows.slice(at + 2)];
});

const LIST_ORDERS: ClauseFaults = {
  "4.4-order-sorted 4.3-order-sorted order-within-pages-only": when(isDescending)(reversePages),
  "4.4-order-sorted 4.3-order-sorted order-wrong-near-the-end": when(isDescending)(swapRows),
  "4.4-order-after-another 4.3-order-after-another 4.5-order-after-another order-of-the-request-before":
    keepOrder,
  "4.4-order-after-another 4.3-order-after-another 4.5-order-after-another order-turned-by-a-refused-one":
    reverseAfterRefusedOrder,
  "4.4-order-same-rows 4.3-order-same-rows order-desc-lacks-a-row": when(isDescending)(
    relist((rows) => rows.slice(1)),
  ),
  "4.4-order-refused 4.3-order-refused 4.5-order-refused": {
    "order-refusal-unnamed": refuseRequests("sort", isRefusedOrder),
  },
};

const FEE_ORDERS: ClauseFaults = {
  "4.5-order-sorted order-ignored-in-numbered-answers": numberFees,
  "4.5-order-sorted order-scrambled": when(isAscending)(
    editFees((fees) => [...fees.slice(1), ...fees.slice(0, 1)]),
  ),
  "4.5-order-same-rows": {
    "order-not-found": when("order")(respondWith(notFound())),
    "order-desc-lacks-a-fee": when(isDescending)(editFees((fees) => fees.slice(0, -1))),
    "order-desc-repeats-a-fee": when(isDescending)(editFees((fees) => [...fees.slice(0, 1), ...fees])),
  },
  "4.5-default-order order-desc-by-default": setDefault("order", "desc"),
  "4.5-order-refused another-word-for-an-order": ignoreValues("order", /^foo$/),
};

/** Faults in the order of lists and of fees that the notation of fault names does not express (§4.3 to §4.5). */
export const orderFaults: readonly Fault[] = [
  ...faultsOf(ORDERED_ENDPOINTS, LIST_ORDERS),
  ...faultsOf(["networkFees", "topicMessage"], FEE_ORDERS),
];
