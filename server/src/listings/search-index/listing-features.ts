import type { Bitmap } from "./bitmap.ts";
import { type PackedTexts, TextColumn } from "./text-column.ts";
import { WordSets } from "./word-sets.ts";

/** Of a feature's number, as ASCII: two million features. */
const DIGITS = 3;
const BASE = 128;

/**
 * Which features each listing has, by the numbers of a dictionary: for each feature its listings, and for each listing, by its slot, its
 * features. A column of words has one word a listing; features are as many as there are.
 */
export class ListingFeatures {
  readonly sets = new WordSets(0);
  readonly #lists = new TextColumn();

  /** A listing with a slot that is new to this. */
  insert(slot: number, ordinal: number, features: readonly number[]): void {
    this.setList(slot, features);
    for (const feature of features) this.sets.add(feature, ordinal);
  }

  remove(slot: number, ordinal: number): void {
    for (const feature of this.featuresOf(slot)) this.sets.remove(feature, ordinal);
  }

  replace(slot: number, ordinal: number, features: readonly number[]): void {
    const before = this.featuresOf(slot);
    if (before.length === features.length && before.every((feature, nth) => feature === features[nth]))
      return;
    this.remove(slot, ordinal);
    this.insert(slot, ordinal, features);
  }

  /** A listing gets another ordinal; those of frequent features go by `sets.movePage`. */
  move(slot: number, before: number, after: number): void {
    for (const feature of this.featuresOf(slot)) this.sets.move(feature, before, after);
  }

  /** Without the sets, which `load` makes of all lists. */
  setList(slot: number, features: readonly number[]): void {
    this.#lists.set(slot, encode(features));
  }

  appendLists(firstSlot: number, lists: PackedTexts): void {
    this.#lists.append(firstSlot, lists);
  }

  packLists(slots: Int32Array): PackedTexts {
    return this.#lists.pack(slots);
  }

  /** The sets of listings that came with lists alone: a part at a time. */
  *load(slots: Int32Array, live: Bitmap): Generator<void> {
    const eachFeature = (ordinal: number, visit: (feature: number) => void) => {
      const list = this.#lists.bytesOf(slots[ordinal] as number);
      for (let at = 0; at < list.length; at += DIGITS) visit(decode(list, at));
    };
    yield* this.sets.loadEach(eachFeature, live);
  }

  featuresOf(slot: number): number[] {
    const list = this.#lists.bytesOf(slot);
    const features: number[] = [];
    for (let at = 0; at < list.length; at += DIGITS) features.push(decode(list, at));
    return features;
  }
}

function encode(features: readonly number[]): string {
  let text = "";
  for (const feature of features) {
    if (feature >= BASE ** DIGITS) throw new RangeError("There are more features than the index can number");
    text += String.fromCharCode(
      Math.floor(feature / BASE ** 2),
      Math.floor(feature / BASE) % BASE,
      feature % BASE,
    );
  }
  return text;
}

function decode(list: Uint8Array, at: number): number {
  return ((list[at] as number) * BASE + (list[at + 1] as number)) * BASE + (list[at + 2] as number);
}
