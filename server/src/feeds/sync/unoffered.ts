import { isWithoutKey } from "./rejects.ts";

/** Finds what a server offers no more, rejects among it, while all keys of a resource are read. */
export class Unoffered {
  readonly #left: Set<string>;
  #offersRecordWithoutKey = false;

  constructor(known: Iterable<string>) {
    this.#left = new Set(known);
  }

  note(key: string | null): void {
    if (key === null) this.#offersRecordWithoutKey = true;
    else this.#left.delete(key);
  }

  /** Rejects without a key cannot be compared: they stay as long as some record without a key is offered. */
  get keys(): string[] {
    const left = [...this.#left];
    return this.#offersRecordWithoutKey ? left.filter((key) => !isWithoutKey(key)) : left;
  }
}
