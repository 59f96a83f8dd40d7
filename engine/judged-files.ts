/** A place at which the answers of one file depart from the document. */
export interface Departure {
  readonly clause: string;
  readonly section: string;
  /** JSON Pointer with stars for array indexes; empty for the whole answer. */
  readonly pointer: string;
  /** What came at the first such place. */
  readonly actual: string;
  /** How many places of the file show it. */
  readonly count: number;
  /** A known deviation covers it. */
  readonly known?: true;
}

/** One of the files that answers were judged from. */
export interface JudgedFile {
  readonly file: string;
  readonly form: "HAR" | "recording" | "exchanges" | "body";
  readonly exchanges: number;
  /** Exchanges that some clause judged. */
  readonly judged: number;
  /** The others, by the reason why they were left aside. */
  readonly left: Readonly<Record<string, number>>;
  readonly departures: readonly Departure[];
}
