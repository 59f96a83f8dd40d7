import { connect } from "node:tls";
import { secureContextOf } from "../http/route.ts";
import type { Reach } from "../model/settings.ts";
import { oneLine } from "../model/escape.ts";

/** Milliseconds for a look at a certificate. */
const PATIENCE = 5_000;

/**
 * The certificate that a service shows, in words, where it is not trusted: whose, by whom, for how long. Nothing is
 * asked over that connection. Undefined where it is not seen, as behind a proxy.
 */
export async function certificateAt(
  url: string,
  { tls, proxy, address }: Reach,
): Promise<string | undefined> {
  if (proxy !== undefined) {
    return undefined;
  }
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const name = tls?.serverName ?? (/^[\d.]+$|:/.test(host) ? "" : host);
  return await new Promise((resolve) => {
    const socket = connect({
      host: address ?? host,
      port: port === "" ? 443 : Number(port),
      servername: name,
      rejectUnauthorized: false,
      ...(tls === undefined ? {} : { secureContext: secureContextOf(tls) }),
    });
    const settle = (told?: string): void => {
      socket.destroy();
      resolve(told);
    };
    socket.setTimeout(PATIENCE, () => settle());
    socket.once("error", () => settle());
    socket.once("secureConnect", () => settle(described(socket.getPeerCertificate())));
  });
}

function described(certificate: ReturnType<ReturnType<typeof connect>["getPeerCertificate"]>): string {
  const { subject, issuer, subjectaltname, valid_from: from, valid_to: to } = certificate;
  const nameOf = (party: typeof subject | undefined): string =>
    oneLine(String(party?.CN ?? party?.O ?? "?"), 100);
  const names = subjectaltname === undefined ? "" : `, for ${oneLine(subjectaltname, 200)}`;
  return `the certificate of ${JSON.stringify(nameOf(subject))} by ${JSON.stringify(nameOf(issuer))}${names}, valid from ${oneLine(from, 60)} to ${oneLine(to, 60)},`;
}
