// Interpretation 22: whether a service was found under its URL at all
import {
  describe,
  documentedMessages,
  isBarred,
  isObject,
  isServed,
  isStatusOfSuccess,
  lacksSignatures,
  webPageIn,
} from "../message/classify.ts";
import { Trouble, type Ask, type Reply } from "../model/exchange.ts";
import { operations } from "../../schemas/operations.ts";
import type { Endpoint, Service } from "../model/settings.ts";

/** What came from a service at all. */
interface Reached {
  /** The endpoints that returned a success. */
  readonly served: Set<Endpoint>;
  readonly requested: Set<Endpoint>;
  /** Something came under a status of success that is neither a web page nor an error. */
  isPlausible: boolean;
  /** A request had to succeed: its path names no record, or a sample says that the record exists. */
  isSuccessDue: boolean;
  /** What came in place of a success, with how often. */
  readonly came: Map<string, number>;
}

/** Notes which services and endpoints returned a success. */
export function createReached() {
  const reached = new Map<Service, Reached>();

  function note({ service, endpoint, expects }: Ask, came: Reply | Trouble): void {
    const own = reached.get(service) ?? {
      served: new Set(),
      requested: new Set(),
      isPlausible: false,
      isSuccessDue: false,
      came: new Map(),
    };
    reached.set(service, own);
    own.requested.add(endpoint);
    own.isSuccessDue ||= expects === "success" || needsNoSample(endpoint);
    if (!(came instanceof Trouble)) {
      own.isPlausible ||=
        isStatusOfSuccess(came) && webPageIn(came) === undefined && documentedMessages(came) === undefined;
      // The status service demands no credentials: a service that demands some was found, and fails its clause.
      if (showsService(came) || lacksSignatures(came) || (service === "status" && isBarred(came))) {
        own.served.add(endpoint);
        return;
      }
    }
    const text = came instanceof Trouble ? came.message : describe(came);
    own.came.set(text, (own.came.get(text) ?? 0) + 1);
  }

  return {
    note,
    hasServed: (service: Service, endpoint?: Endpoint): boolean => {
      const { served = new Set<Endpoint>() } = reached.get(service) ?? {};
      return endpoint === undefined ? served.size > 0 : served.has(endpoint);
    },
    /** Whether it is certain by now that the results of an endpoint stay: its service, and its path, exist. */
    isCertain: (endpoint: Endpoint): boolean => {
      const { service } = operations[endpoint];
      const { served, isPlausible } = reached.get(service) ?? { served: new Set(), isPlausible: false };
      const isOnly = Object.values(operations).filter((other) => other.service === service).length === 1;
      const isFound = isWithoutName(endpoint) ? served.has(endpoint) : served.size > 0;
      return isFound || (isOnly && isPlausible);
    },
    /**
     * The services of which no request ever succeeded, each with what came most often: their URLs are most likely wrong. Of a
     * single endpoint whose records have to be known, the samples may be wrong instead; of a single endpoint that returns JSON
     * under a status of success, the service was found.
     */
    unreached: (): ReadonlyMap<Service, string> =>
      new Map(
        [...reached].flatMap(([service, own]) => (isUnreached(own) ? [[service, mostOf(own)] as const] : [])),
      ),
  };
}

/** JSON that a service tried to write. */
const JSON_BEGINS = /^\s*[[{]/;

/** Whether it is a success, or malformed JSON under the status of one. A single member, such as `message`, may be an error of whatever else answers under the URL. */
function showsService(reply: Reply): boolean {
  const { list, pathParameter } = operations[reply.ask.endpoint];
  const isRecord = list === undefined && pathParameter !== undefined;
  const { value } = reply.body;
  if (isStatusOfSuccess(reply) && reply.body.fault !== undefined && JSON_BEGINS.test(reply.body.text)) {
    return true;
  }
  return isServed(reply) && (!isRecord || (isObject(value) && Object.keys(value).length > 1));
}

/** Without a sample a service may be right to refuse every verification: addresses that the suite invents need not succeed. */
function isUnreached({ served, requested, isPlausible, isSuccessDue }: Reached): boolean {
  const isOne = requested.size === 1;
  return (
    served.size === 0 && isSuccessDue && !(isOne && (isPlausible || ![...requested].some(needsNoSample)))
  );
}

const needsNoSample = (endpoint: Endpoint): boolean =>
  isWithoutName(endpoint) && operations[endpoint].requestBody === undefined;

function mostOf({ came }: Reached): string {
  const all = [...came.values()].reduce((sum, times) => sum + times, 0);
  const [most] = [...came].toSorted(([, a], [, b]) => b - a);
  return most === undefined ? "no response" : `${most[0]}, ${most[1]} of ${all} times`;
}

/** Whether the path of an endpoint is one path, and no record is named in it. */
export const isWithoutName = (endpoint: Endpoint): boolean => !operations[endpoint].path.includes("{");
