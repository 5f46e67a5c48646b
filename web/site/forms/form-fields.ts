/** More fields than any form of the website has. */
const MAX_FIELDS = 100;

/** The fields of a sent form. Values are trimmed, and line ends are `\n`. */
export class FormFields {
  readonly #values = new Map<string, string[]>();

  constructor(body: string) {
    let count = 0;
    for (const [name, value] of new URLSearchParams(body)) {
      if (++count > MAX_FIELDS) break;
      const values = this.#values.get(name) ?? [];
      values.push(value.replaceAll("\r\n", "\n").trim());
      this.#values.set(name, values);
    }
  }

  /** The first value; empty when the field is missing. */
  get(name: string): string {
    return this.#values.get(name)?.[0] ?? "";
  }

  /** The value, or undefined when it is empty: for optional fields of the API. */
  optional(name: string): string | undefined {
    return this.get(name) || undefined;
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  entries(): [string, readonly string[]][] {
    return [...this.#values];
  }
}
