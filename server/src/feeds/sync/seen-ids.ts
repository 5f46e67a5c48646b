/** Ids that were seen, a bit each: those of a million listings are some hundred kilobytes. */
export class SeenIds {
  readonly #blocks = new Map<number, Uint32Array>();

  add(id: number): void {
    const block = this.#blocks.get(blockOf(id)) ?? new Uint32Array(WORDS);
    this.#blocks.set(blockOf(id), block);
    block[wordOf(id)] = (block[wordOf(id)] as number) | (1 << (id & 31));
  }

  /** @param ids numbers between commas. */
  addAll(ids: string): void {
    for (let at = 0; at < ids.length; ) {
      const comma = ids.indexOf(",", at);
      const end = comma < 0 ? ids.length : comma;
      this.add(Number(ids.slice(at, end)));
      at = end + 1;
    }
  }

  has(id: number): boolean {
    return (((this.#blocks.get(blockOf(id))?.[wordOf(id)] ?? 0) >>> (id & 31)) & 1) === 1;
  }
}

/** A block has 32,768 ids: those of a source may be far apart. */
const WORDS = 1024;

function blockOf(id: number): number {
  return Math.floor(id / (WORDS * 32));
}

function wordOf(id: number): number {
  return Math.floor(id / 32) % WORDS;
}
