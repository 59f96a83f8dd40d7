// Interpretation 22: whether a service was found under its URL at all
import {
  BLOCKED,
  describe,
  documentedMessages,
  isBarred,
  isBlocked,
  isObject,
  isServed,
  isStatusOfSuccess,
  lacksSignatures,
  webPageIn,
} from "../message/classify.ts";
import { UnusableResponse, type ApiRequest, type ApiResponse, type Why } from "../model/exchange.ts";
import { present } from "../model/model.ts";
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
  isSuccessExpected: boolean;
  /** What came in place of a success, by its status or, without a response, by its message. */
  readonly came: Map<number | string, Unsuccessful>;
}

/** Responses of one status in place of a success, or failures to get one. */
interface Unsuccessful {
  /** The first one, in words. */
  readonly text: string;
  /** Whether all have these words. */
  readonly isOnly: boolean;
  readonly times: number;
  /** What can be done about it, where the responses say so. */
  readonly why?: Why;
}

/** What came most often from a service of which no request succeeded, and what can be done about it, where that is known. */
export interface Unreached {
  readonly came: string;
  readonly why?: Why;
}

/** Notes which services and endpoints returned a success. */
export function createReached() {
  const reached = new Map<Service, Reached>();

  function note({ service, endpoint, expects }: ApiRequest, came: ApiResponse | UnusableResponse): void {
    const own = reached.get(service) ?? {
      served: new Set(),
      requested: new Set(),
      isPlausible: false,
      isSuccessExpected: false,
      came: new Map(),
    };
    reached.set(service, own);
    own.requested.add(endpoint);
    own.isSuccessExpected ||= expects === "success" || needsNoSample(endpoint);
    if (!(came instanceof UnusableResponse)) {
      own.isPlausible ||=
        isStatusOfSuccess(came) && webPageIn(came) === undefined && documentedMessages(came) === undefined;
      // The status service demands no credentials: a service that demands some was found, and fails its clause.
      const demandsCredentials = service === "status" && isBarred(came) && !isBlocked(came);
      if (showsService(came) || lacksSignatures(came) || demandsCredentials) {
        own.served.add(endpoint);
        return;
      }
    }
    const text = came instanceof UnusableResponse ? came.message : describe(came);
    const status = came instanceof UnusableResponse ? (came.response?.status ?? text) : came.status;
    const before = own.came.get(status) ?? { text, isOnly: true, times: 0 };
    const why = before.why ?? whyUnreached(came);
    const isOnly = before.isOnly && before.text === text;
    own.came.set(status, { ...before, isOnly, times: before.times + 1, ...present({ why }) });
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
    unreached: (): ReadonlyMap<Service, Unreached> =>
      new Map(
        [...reached].flatMap(([service, own]) => (isUnreached(own) ? [[service, mostOf(own)] as const] : [])),
      ),
  };
}

/** JSON that a service tried to write. */
const JSON_BEGINS = /^\s*[[{]/;

/** Whether it is a success, or malformed JSON under the status of one. A single member, such as `message`, may be an error of whatever else answers under the URL. */
function showsService(response: ApiResponse): boolean {
  const { list, pathParameter } = operations[response.request.endpoint];
  const isRecord = list === undefined && pathParameter !== undefined;
  const { value } = response.body;
  if (
    isStatusOfSuccess(response) &&
    response.body.fault !== undefined &&
    JSON_BEGINS.test(response.body.text)
  ) {
    return true;
  }
  return isServed(response) && (!isRecord || (isObject(value) && Object.keys(value).length > 1));
}

/** Without a sample a service may be right to refuse every verification: addresses that the suite invents need not succeed. */
function isUnreached({ served, requested, isPlausible, isSuccessExpected }: Reached): boolean {
  const isOne = requested.size === 1;
  return (
    served.size === 0 && isSuccessExpected && !(isOne && (isPlausible || ![...requested].some(needsNoSample)))
  );
}

const needsNoSample = (endpoint: Endpoint): boolean =>
  isWithoutName(endpoint) && operations[endpoint].requestBody === undefined;

/** A remedy that a response itself shows: another URL, credentials, a firewall. */
function whyUnreached(came: ApiResponse | UnusableResponse): Why | undefined {
  const why = came instanceof UnusableResponse ? came.why : isBlocked(came) ? BLOCKED.why : undefined;
  return why?.remedy === undefined ? undefined : why;
}

function mostOf({ came }: Reached): Unreached {
  const all = [...came.values()].reduce((sum, { times }) => sum + times, 0);
  const [[status, most] = []] = [...came].toSorted(([, a], [, b]) => b.times - a.times);
  if (most === undefined) {
    return { came: "no response" };
  }
  const share = `${most.times} of ${all} times`;
  const text = most.isOnly ? `${most.text}, ${share}` : `status ${status}, ${share}; such as: ${most.text}`;
  return { came: text, ...present({ why: most.why }) };
}

/** Whether the path of an endpoint is one path, and no record is named in it. */
export const isWithoutName = (endpoint: Endpoint): boolean => !operations[endpoint].path.includes("{");
