import type { Reach, Service, TokenSource } from "../engine/model/settings.ts";
import { CannotRun } from "./cannot-run.ts";
import type { TargetFile } from "./files/target-schema.ts";

/** Where the access tokens of a service come from, as the target file says; `reachOf` says how a URL is reached. */
export function tokenSourceOf(
  { authorization, headers }: TargetFile,
  service: Service,
  reachOf: (url: string) => Reach,
): TokenSource | undefined {
  const given = authorization?.[service];
  if (given === undefined) {
    return undefined;
  }
  const member = `authorization.${service}`;
  const isOwn = (name: string): boolean => name.toLowerCase() === "authorization";
  if (Object.keys(headers?.[service] ?? {}).some(isOwn)) {
    throw new CannotRun(
      `${member} and headers.${service}.authorization are both given: leave one of them away`,
    );
  }
  const { command, tokenUrl, clientId, clientSecret, clientAuthMethod, scope, audience } = given;
  const forGrant = [tokenUrl, clientId, clientSecret];
  if (
    command !== undefined &&
    [...forGrant, clientAuthMethod, scope, audience].every((part) => part === undefined)
  ) {
    return { command };
  }
  if (
    command !== undefined ||
    tokenUrl === undefined ||
    clientId === undefined ||
    clientSecret === undefined
  ) {
    throw new CannotRun(`${member} needs tokenUrl, clientId and clientSecret, or a command alone`);
  }
  if (!URL.canParse(tokenUrl) || !/^https?:$/.test(new URL(tokenUrl).protocol)) {
    throw new CannotRun(`${member}.tokenUrl is not the http or https URL of an authorization server`);
  }
  const { tls, ...way } = reachOf(tokenUrl);
  const { serverName: _ofTheService, ...certificates } = tls ?? { shown: [] };
  return {
    grant: {
      tokenUrl,
      clientId,
      clientSecret,
      clientAuthMethod: clientAuthMethod ?? "client_secret_basic",
      ...(scope === undefined ? {} : { scope }),
      ...(audience === undefined ? {} : { audience }),
      reach: { ...way, ...(tls === undefined ? {} : { tls: certificates }) },
    },
  };
}
