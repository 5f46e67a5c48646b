import { sortTexts } from "./sort-texts.ts";
import { type PackedTexts, TextColumn } from "./text-column.ts";

const BLOCK = 1024;
/** Blocks of a bulk load leave space for ids to come. */
const FILLED = 900;
const BLOCKS_A_PART = 50;
/** Labels that are copied in one go: less than a millisecond. */
const LABELS_A_PART = 100_000;
/** Between two labels where there is space. Doubles are exact for eight million of these. */
const STEP = 2 ** 30;
/**
 * Less than this between two labels is too little: the next insertions would run out of numbers. Spreading the labels of more blocks
 * must leave more space in proportion, so that its cost is shared by more insertions.
 */
const MIN_STEP = 2 ** 12;

/** Slots in the order of their ids. */
type Block = { slots: Int32Array<ArrayBuffer>; size: number };

/**
 * The order of listing ids as numbers: each id has a slot, and the labels of the slots are in the order of the ids. Ties are
 * broken by listing id; comparing a million texts takes tens of milliseconds, comparing their labels one. An insertion
 * takes microseconds: it takes a number between its neighbours', and only where there is none left are labels near it spread.
 */
export class IdOrder {
  readonly #ids = new TextColumn();
  #blocks: Block[] = [];
  readonly #free: number[] = [];
  #labels = new Float64Array(1024);
  /** Replaces `#labels` as soon as all are copied. */
  #larger: Float64Array<ArrayBuffer> | null = null;
  #slots = 0;

  /** Slots that were ever in use: all are below it. */
  get slots(): number {
    return this.#slots;
  }

  /** The ids by slot; that of a slot that is not in use is of no meaning. */
  get ids(): TextColumn {
    return this.#ids;
  }

  labelOf(slot: number): number {
    return this.#labels[slot] as number;
  }

  /** The label of the last id that is not behind this one, which need not be there; -Infinity when all are. */
  labelThrough(id: string): number {
    const text = Buffer.from(id);
    const isThrough = (slot: number) => this.#ids.compareTo(slot, text) <= 0;
    const block =
      this.#blocks[
        countWhile(this.#blocks.length, (nth) => isThrough(this.#blocks[nth]?.slots[0] as number)) - 1
      ];
    if (!block) return -Infinity;
    return this.labelOf(
      block.slots[countWhile(block.size, (nth) => isThrough(block.slots[nth] as number)) - 1] as number,
    );
  }

  /** By slot. It is another array after an insertion. */
  get labels(): Float64Array {
    return this.#labels;
  }

  /** @returns the id's slot. */
  insert(id: string): number {
    const slot = this.#free.pop() ?? this.#slots++;
    if (slot >= this.#labels.length) for (const _ of this.grow(Math.ceil(slot * 1.5)));
    this.#ids.set(slot, id);
    if (this.#blocks.length === 0) this.#blocks.push({ slots: new Int32Array(BLOCK), size: 0 });
    const at = this.#blockFor(slot);
    const block = this.#blocks[at] as Block;
    const nth = this.#placeFor(block, slot);
    block.slots.copyWithin(nth + 1, nth, block.size);
    block.slots[nth] = slot;
    block.size++;
    this.#label(at, nth);
    if (block.size === BLOCK) this.#split(at);
    return slot;
  }

  remove(slot: number): void {
    const at = this.#blockOf(this.labelOf(slot));
    const block = this.#blocks[at] as Block;
    const { slots } = block;
    const nth = this.#placeOf(block, this.labelOf(slot));
    slots.copyWithin(nth, nth + 1, block.size--);
    if (block.size === 0) this.#blocks.splice(at, 1);
    this.#free.push(slot);
  }

  /** A slot for an id that has no place in the order until `arrange`. */
  append(id: string): number {
    this.#ids.set(this.#slots, id);
    return this.#slots++;
  }

  /** The same for many ids: their slots follow one another. */
  appendAll(ids: PackedTexts): void {
    this.#ids.append(this.#slots, ids);
    this.#slots += ids.ends.length;
  }

  /** Puts what was appended in order: a few milliseconds at a time. Nothing must have been inserted. */
  *arrange(capacity: number): Generator<void> {
    const sorted = yield* sortTexts(this.#ids, this.#slots);
    this.#labels = new Float64Array(Math.max(capacity, this.#slots));
    this.#blocks = [];
    for (let from = 0; from < sorted.length; from += FILLED) {
      const some = sorted.subarray(from, from + FILLED);
      const slots = new Int32Array(BLOCK);
      slots.set(some);
      this.#blocks.push({ slots, size: some.length });
      for (let nth = 0; nth < some.length; nth++) this.#labels[some[nth] as number] = (from + nth + 1) * STEP;
      if (this.#blocks.length % BLOCKS_A_PART === 0) yield;
    }
  }

  /** Space for so many slots: a part at a time. */
  *grow(slots: number): Generator<void> {
    if (this.#labels.length >= slots) return;
    const larger = new Float64Array(slots);
    this.#larger = larger;
    for (let from = 0; from < this.#labels.length; from += LABELS_A_PART) {
      larger.set(this.#labels.subarray(from, from + LABELS_A_PART), from);
      yield;
    }
    // Another growth may have overtaken this one.
    if (larger.length > this.#labels.length) this.#labels = larger;
    this.#larger = null;
  }

  /** All slots, in the order of their ids: some hundred at a time. */
  *slotBlocks(): Generator<Int32Array> {
    for (const { slots, size } of this.#blocks) yield slots.subarray(0, size);
  }

  /** The first block that may hold the slot's id: the last one that begins before it. */
  #blockFor(slot: number): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ids.compare(this.#blocks[middle]?.slots[0] as number, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #placeFor({ slots, size }: Block, slot: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ids.compare(slots[middle] as number, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The block that has the label. */
  #blockOf(label: number): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.labelOf(this.#blocks[middle]?.slots[0] as number) <= label) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #placeOf({ slots, size }: Block, label: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.labelOf(slots[middle] as number) < label) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #label(at: number, nth: number): void {
    const { slots, size } = this.#blocks[at] as Block;
    const before = nth > 0 ? slots[nth - 1] : lastOf(this.#blocks[at - 1]);
    const after = nth + 1 < size ? slots[nth + 1] : this.#blocks[at + 1]?.slots[0];
    const low = before === undefined ? null : this.labelOf(before);
    const high = after === undefined ? null : this.labelOf(after);
    const label = between(low, high);
    if (label === null) this.#spread(at);
    else this.#setLabel(slots[nth] as number, label);
  }

  /** Spreads the labels of a block evenly, with as many of its neighbours as it takes to have space. */
  #spread(block: number): void {
    const last = this.#blocks.length - 1;
    for (let width = 0; ; width = width * 2 + 1) {
      const from = Math.max(0, block - width);
      const to = Math.min(last, block + width);
      const spread = this.#blocks.slice(from, to + 1);
      const count = spread.reduce((sum, { size }) => sum + size, 0);
      const low = from === 0 ? null : this.labelOf(lastOf(this.#blocks[from - 1]) as number);
      const high = to === last ? null : this.labelOf(this.#blocks[to + 1]?.slots[0] as number);
      const step = low === null || high === null ? STEP : Math.floor((high - low) / (count + 1));
      if (step < MIN_STEP * (2 * width + 1)) continue;
      let label = low ?? (high === null ? 0 : high - (count + 1) * STEP);
      for (const { slots, size } of spread) {
        for (let nth = 0; nth < size; nth++) {
          label += step;
          this.#setLabel(slots[nth] as number, label);
        }
      }
      return;
    }
  }

  #setLabel(slot: number, label: number): void {
    this.#labels[slot] = label;
    if (this.#larger) this.#larger[slot] = label;
  }

  #split(at: number): void {
    const block = this.#blocks[at] as Block;
    const half = block.size >>> 1;
    const slots = new Int32Array(BLOCK);
    slots.set(block.slots.subarray(half, block.size));
    this.#blocks.splice(at + 1, 0, { slots, size: block.size - half });
    block.size = half;
  }
}

/** Of numbers from 0, how many a condition holds for: it holds up to one of them, and for none behind it. */
function countWhile(size: number, holds: (nth: number) => boolean): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastOf(block: Block | undefined): number | undefined {
  return block?.slots[block.size - 1];
}

/** A whole number between two, or beyond the one that there is; null when there is none. */
function between(low: number | null, high: number | null): number | null {
  if (low === null) return high === null ? 0 : high - STEP;
  if (high === null) return low + STEP;
  const middle = low + Math.floor((high - low) / 2);
  return middle > low ? middle : null;
}
