/** The values of a statement by name. A name has one value and one placeholder, however often it is used. */
export class SqlParameters {
  readonly values: Record<string, unknown> = {};
  readonly #placeholders = new Map<string, string>();
  readonly #placeholderOf: PlaceholderStyle;

  constructor(placeholderOf: PlaceholderStyle) {
    this.#placeholderOf = placeholderOf;
  }

  /** Returns the placeholder of the value. */
  add(name: string, value: unknown): string {
    const known = this.#placeholders.get(name);
    if (known) return known;
    this.values[name] = value;
    const added = this.#placeholderOf(name, this.#placeholders.size + 1);
    this.#placeholders.set(name, added);
    return added;
  }
}

/** How a database writes the placeholder of the nth value. */
export type PlaceholderStyle = (name: string, nth: number) => string;

export const postgresStyle: PlaceholderStyle = (_name, nth) => `$${nth}`;
export const sqliteStyle: PlaceholderStyle = (name) => `@${name}`;
