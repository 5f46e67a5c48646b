/** A text gets its name when it is sent this often: statements that are written out for each call are not worth one. */
const SENT_BEFORE_NAMED = 3;
/** A connection keeps the plan of each name, of some 50 kB. */
const MAX_STATEMENT_NAMES = 250;
/** Texts that are counted at once. */
const MAX_COUNTED_TEXTS = 2000;
/** An array of more elements is planned by its length. */
const LONG_ARRAY = 100;

/** A row of all columns changes its type with a migration, which a prepared statement cannot follow. */
const ALL_COLUMNS = /(?:\b(?:select|returning)\s+|\.\s*|,\s*)\*/i;

/**
 * The names of the statements that are prepared: PostgreSQL parses a named statement once for each connection, and after five
 * executions keeps its plan too where that costs no more. Saves half of the database's processor time of a small statement.
 */
export class StatementNames {
  /** By text: its name, or how often it was sent without one. */
  readonly #known = new Map<string, string | number>();
  #named = 0;

  /** @returns undefined for a statement that is not to be prepared. */
  nameFor(text: string, values: readonly unknown[]): string | undefined {
    const known = this.#known.get(text);
    if (typeof known === "string") return values.some(isLongArray) ? undefined : known;
    const sent = (known ?? 0) + 1;
    if (sent < SENT_BEFORE_NAMED || this.#named >= MAX_STATEMENT_NAMES || ALL_COLUMNS.test(text)) {
      if (this.#known.size >= MAX_COUNTED_TEXTS) this.#forgetUnnamed();
      this.#known.set(text, sent);
      return undefined;
    }
    const name = `s${++this.#named}`;
    this.#known.set(text, name);
    return name;
  }

  #forgetUnnamed(): void {
    for (const [text, known] of this.#known) if (typeof known === "number") this.#known.delete(text);
  }
}

function isLongArray(value: unknown): boolean {
  return Array.isArray(value) && value.length > LONG_ARRAY;
}
