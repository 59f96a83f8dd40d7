/** Words of Allure. */
export type Severity = "blocker" | "critical" | "normal" | "minor" | "trivial";

/**
 * What a broken clause does to a client, by section or part of the document: what is carried over the wire and the
 * shape of records break every client; what is asked and how it is refused break some.
 */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  "1": "critical",
  "2": "critical",
  "3": "normal",
  "4": "normal",
  "4.1": "critical",
  "5": "normal",
  "6": "minor",
  "7": "normal",
  "8": "normal",
  "9": "minor",
};

/** The severity of the clauses of a section. */
export function severityOf(section: string): Severity {
  const [part = ""] = section.split(".");
  return SEVERITIES[section] ?? SEVERITIES[part] ?? "normal";
}
