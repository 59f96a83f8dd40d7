import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import forge from "node-forge";
import { ownFolder } from "../tools/own.ts";

export const PASSPHRASE = "a-phrase-for-the-key";
const DAY_MS = 86_400_000;

interface Holder {
  readonly certificate: forge.pki.Certificate;
  readonly keys: forge.pki.rsa.KeyPair;
  readonly key: string;
}

/** Makes `ca.pem` of an unknown authority, and `right`, `wrong`, `expired` and `client`, each as `.pem` and `.key`, the last as `.locked` too. */
export function makeCertificates() {
  const dir = ownFolder();
  const path = (file: string): string => join(dir, file);
  const authority = issue("Nobody's", 2, [{ name: "basicConstraints", cA: true }]);
  writeFileSync(path("ca.pem"), forge.pki.certificateToPem(authority.certificate));
  const make = (name: string, days: number, names: readonly string[]): Holder => {
    const extension = { name: "subjectAltName", altNames: names.map(altName) };
    const made = issue(`${name} one`, days, [extension], authority);
    writeFileSync(path(`${name}.pem`), forge.pki.certificateToPem(made.certificate));
    writeFileSync(path(`${name}.key`), made.key);
    return made;
  };
  make("right", 2, ["localhost", "ledger.test", "127.0.0.1", "::1", "0.0.0.0"]);
  make("wrong", 2, ["elsewhere.test"]);
  make("expired", 0, ["localhost", "127.0.0.1"]);
  const client = make("client", 2, ["client.test"]);
  const locked = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: PASSPHRASE } as const;
  writeFileSync(path("client.locked"), createPrivateKey(client.key).export(locked));
  return { path, text: (file: string): string => readFileSync(path(file), "utf8") };
}

/** A certificate for `name` that expires after a number of days; self-signed without an issuer. */
function issue(name: string, days: number, extensions: readonly object[], issuer?: Holder): Holder {
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const keys = {
    publicKey: forge.pki.publicKeyFromPem(pair.publicKey),
    privateKey: forge.pki.privateKeyFromPem(pair.privateKey),
  };
  const subject = [{ name: "commonName", value: name }];
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(8))}`;
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + days * DAY_MS - 1000);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer?.certificate.subject.attributes ?? subject);
  certificate.setExtensions([...extensions]);
  certificate.sign(issuer?.keys.privateKey ?? keys.privateKey, forge.md.sha256.create());
  return { certificate, keys, key: pair.privateKey };
}

/** 7 is the number of an IP address among alternative names, 2 that of a DNS name (RFC 5280, 4.2.1.6). */
function altName(value: string): object {
  return isIP(value) === 0 ? { type: 2, value } : { type: 7, ip: value };
}
