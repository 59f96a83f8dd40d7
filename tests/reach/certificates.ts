import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Certificates of an authority that nobody knows, made for a test. */
export interface Certificates {
  readonly path: (file: string) => string;
  readonly text: (file: string) => string;
  readonly remove: () => void;
}

export const PASSPHRASE = "a-phrase-for-the-key";

/** `ca.pem`; `right`, `wrong`, `expired` and `client`, each as `.pem` and `.key`; the last as `.p12` and `.locked` too. */
export function makeCertificates(): Certificates {
  const dir = mkdtempSync(join(tmpdir(), "certificates-"));
  const openssl = (...argv: readonly string[]): void => {
    execFileSync("openssl", argv, { cwd: dir, stdio: ["ignore", "ignore", "pipe"] });
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "2",
    "-subj",
    "/CN=Nobody's",
  );
  const issue = (name: string, days: string, names: string): void => {
    openssl("req", ...key, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name} one`);
    writeFileSync(join(dir, "names"), `subjectAltName=${names}`);
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      ...by,
      "-days",
      days,
      "-extfile",
      "names",
      "-out",
      `${name}.pem`,
    );
  };
  issue("right", "2", "DNS:localhost,DNS:ledger.test,IP:127.0.0.1,IP:::1,IP:0.0.0.0");
  issue("wrong", "2", "DNS:elsewhere.test");
  issue("expired", "0", "DNS:localhost,IP:127.0.0.1");
  issue("client", "2", "DNS:client.test");
  const pass = `pass:${PASSPHRASE}`;
  openssl(
    "pkcs12",
    "-export",
    "-in",
    "client.pem",
    "-inkey",
    "client.key",
    "-out",
    "client.p12",
    "-passout",
    pass,
  );
  openssl("pkey", "-in", "client.key", "-aes256", "-passout", pass, "-out", "client.locked");
  const path = (file: string): string => join(dir, file);
  return {
    path,
    text: (file) => readFileSync(path(file), "utf8"),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
