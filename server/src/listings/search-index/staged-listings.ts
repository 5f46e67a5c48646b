import { Columns, columnNames, type IndexedListing } from "./columns.ts";
import type { Positions } from "./k-d-tree.ts";

const SEGMENT = 16_384;
const SEGMENTS_A_STEP = 4;

/** Listings without ordinals, one after the other, in segments: none is copied when more come. */
export class StagedListings {
  readonly #segments: Columns[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(listing: IndexedListing): void {
    const nth = this.#size++;
    if (nth % SEGMENT === 0) this.#segments.push(new Columns(SEGMENT));
    this.#segments.at(-1)?.write(nth % SEGMENT, listing);
  }

  /** By the place that each has here. */
  *positions(): Generator<void, Positions> {
    const positions = { lat: new Float64Array(this.#size), lng: new Float64Array(this.#size) };
    for (const [nth, { lat, lng }] of this.#segments.entries()) {
      const first = nth * SEGMENT;
      positions.lat.set(lat.subarray(0, this.#size - first), first);
      positions.lng.set(lng.subarray(0, this.#size - first), first);
      if (nth % SEGMENTS_A_STEP === 0) yield;
    }
    return positions;
  }

  /** Column by column, each listing's value goes to `ordinals` of its place. A column that has gone is dropped here. */
  *moveTo(columns: Columns, ordinals: Int32Array): Generator<void> {
    for (const name of columnNames) {
      const to = columns[name];
      for (const [nth, segment] of this.#segments.entries()) {
        const first = nth * SEGMENT;
        const count = Math.min(SEGMENT, this.#size - first);
        const from = segment[name];
        for (let at = 0; at < count; at++) to[ordinals[first + at] as number] = from[at] as number;
        segment.drop(name);
        if (nth % SEGMENTS_A_STEP === 0) yield;
      }
    }
    this.#segments.length = 0;
    this.#size = 0;
  }
}
