import { holdRepeats, type Log } from "../log.ts";
import { describesConnectionError } from "./connection-errors.ts";

/** Silent: nothing is answered, so that requests are refused at once. Refused: no connection is accepted; each request tries. */
type Kind = "silent" | "refused";

const BEGINS: Record<Kind, string> = {
  silent: "database does not answer: requests that need it are refused until it does",
  refused: "database takes no connection: requests that need it are refused until it does",
};

/**
 * The outages of a database, for the log and /metrics: one line at the beginning and one at the end, also of an outage whose kind
 * changes. Between them each message about a failed connection is logged once.
 */
export class DatabaseOutage {
  /** Outages since the start. */
  count = 0;
  readonly #log: Log | null;
  readonly #kinds = new Set<Kind>();
  #since = 0;
  #suspicions = 0;
  #release: (() => number) | null = null;

  constructor(log: Log | null) {
    this.#log = log;
  }

  get isOn(): boolean {
    return this.#kinds.size > 0;
  }

  begin(kind: Kind, error: unknown): void {
    const isFirst = !this.isOn;
    this.#kinds.add(kind);
    if (!isFirst) return;
    this.count++;
    this.#since = performance.now();
    this.#log?.error({ err: error }, BEGINS[kind]);
    this.#holdOrRelease();
  }

  end(kind: Kind): void {
    if (!this.#kinds.delete(kind) || this.isOn) return;
    const seconds = Math.round((performance.now() - this.#since) / 100) / 10;
    const lines_held = this.#holdOrRelease();
    this.#log?.warn({ seconds, lines_held }, "database answers again");
  }

  /** Repeats are held from the first sign of an outage: of ten connections each is lost. */
  async suspect(work: () => Promise<void>): Promise<void> {
    this.#suspicions++;
    this.#holdOrRelease();
    try {
      await work();
    } finally {
      this.#suspicions--;
      this.#holdOrRelease();
    }
  }

  #holdOrRelease(): number {
    if (this.isOn || this.#suspicions > 0) {
      if (this.#log) this.#release ??= holdRepeats(this.#log, describesConnectionError);
      return 0;
    }
    const held = this.#release?.() ?? 0;
    this.#release = null;
    return held;
  }
}
