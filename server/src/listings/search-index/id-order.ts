const MAX_BLOCK_SIZE = 1024;
/** Between two labels where there is space. Doubles are exact for eight million of these. */
const STEP = 2 ** 30;
/**
 * Less than this between two labels is too little: the next insertions would run out of numbers. Spreading the labels of more blocks
 * must leave more space in proportion, so that its cost is shared by more insertions.
 */
const MIN_STEP = 2 ** 12;

/** Ids in order, and the slot of each. */
type Block = { ids: string[]; slots: number[] };

/**
 * The order of listing ids as numbers: each id has a slot, and the labels of the slots are in the order of the ids. Ties are
 * broken by listing id; comparing a million strings takes tens of milliseconds, comparing their labels one. An insertion
 * takes microseconds: it takes a number between its neighbours', and only where there is none left are labels near it spread.
 */
export class IdOrder {
  readonly #blocks: Block[] = [];
  readonly #free: number[] = [];
  #labels = new Float64Array(1024);
  #slots = 0;

  /** Slots that were ever in use: all are below it. */
  get slots(): number {
    return this.#slots;
  }

  labelOf(slot: number): number {
    return this.#labels[slot] as number;
  }

  /** By slot. It is another array after an insertion. */
  get labels(): Float64Array {
    return this.#labels;
  }

  /** @returns the id's slot. */
  insert(id: string): number {
    const slot = this.#free.pop() ?? this.#slots++;
    if (slot >= this.#labels.length) this.#grow();
    if (this.#blocks.length === 0) this.#blocks.push({ ids: [], slots: [] });
    const at = this.#blockOf(id);
    const { ids, slots } = this.#blocks[at] as Block;
    const nth = lowerBound(ids, id);
    ids.splice(nth, 0, id);
    slots.splice(nth, 0, slot);
    this.#label(at, nth);
    if (ids.length > MAX_BLOCK_SIZE) this.#split(at);
    return slot;
  }

  /** Of two listings that have one id for a moment, the slot tells which leaves. */
  remove(id: string, slot: number): void {
    for (let at = this.#blockOf(id); at < this.#blocks.length; at++) {
      const { ids, slots } = this.#blocks[at] as Block;
      for (let nth = lowerBound(ids, id); nth < ids.length && ids[nth] === id; nth++) {
        if (slots[nth] !== slot) continue;
        ids.splice(nth, 1);
        slots.splice(nth, 1);
        if (ids.length === 0) this.#blocks.splice(at, 1);
        this.#free.push(slot);
        return;
      }
    }
  }

  /** All slots, in the order of their ids: some hundred at a time. */
  *slotBlocks(): Generator<readonly number[]> {
    for (const { slots } of this.#blocks) yield slots;
  }

  /** The first block that may hold the id: the last one that begins before it. */
  #blockOf(id: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#blocks[middle]?.ids[0] as string) < id) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #label(at: number, nth: number): void {
    const { slots } = this.#blocks[at] as Block;
    const before = nth > 0 ? slots[nth - 1] : this.#blocks[at - 1]?.slots.at(-1);
    const after = nth + 1 < slots.length ? slots[nth + 1] : this.#blocks[at + 1]?.slots[0];
    const low = before === undefined ? null : this.labelOf(before);
    const high = after === undefined ? null : this.labelOf(after);
    const label = between(low, high);
    if (label === null) this.#spread(at);
    else this.#labels[slots[nth] as number] = label;
  }

  /** Spreads the labels of a block evenly, with as many of its neighbours as it takes to have space. */
  #spread(block: number): void {
    const last = this.#blocks.length - 1;
    for (let width = 0; ; width = width * 2 + 1) {
      const from = Math.max(0, block - width);
      const to = Math.min(last, block + width);
      const spread = this.#blocks.slice(from, to + 1);
      const count = spread.reduce((sum, { slots }) => sum + slots.length, 0);
      const low = from === 0 ? null : this.labelOf(this.#blocks[from - 1]?.slots.at(-1) as number);
      const high = to === last ? null : this.labelOf(this.#blocks[to + 1]?.slots[0] as number);
      const step = low === null || high === null ? STEP : Math.floor((high - low) / (count + 1));
      if (step < MIN_STEP * (2 * width + 1)) continue;
      let label = low ?? (high === null ? 0 : high - (count + 1) * STEP);
      for (const { slots } of spread) for (const slot of slots) this.#labels[slot] = label += step;
      return;
    }
  }

  #split(at: number): void {
    const { ids, slots } = this.#blocks[at] as Block;
    const half = ids.length >>> 1;
    this.#blocks.splice(at + 1, 0, { ids: ids.splice(half), slots: slots.splice(half) });
  }

  #grow(): void {
    const labels = new Float64Array(Math.ceil(this.#labels.length * 1.5));
    labels.set(this.#labels);
    this.#labels = labels;
  }
}

/** A whole number between two, or beyond the one that there is; null when there is none. */
function between(low: number | null, high: number | null): number | null {
  if (low === null) return high === null ? 0 : high - STEP;
  if (high === null) return low + STEP;
  const middle = low + Math.floor((high - low) / 2);
  return middle > low ? middle : null;
}

function lowerBound(ids: readonly string[], id: string): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as string) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
