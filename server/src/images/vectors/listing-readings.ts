import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Db } from "../../platform/database/database.ts";
import { listingReadingsAfter } from "../photos/listing-images.sql.ts";

const ROWS_A_PAGE = 2000;
/** Listings that are looked at before others get their turn: some milliseconds. */
const LISTINGS_A_TURN = 8000;
/** Room that listings have left behind is taken back when it is as much as this, and half of all. */
const WORTH_PACKING = 100_000;

type Place = { start: number; count: number };

/** A picture of a listing, and which of the pictures that were asked for it is, from 0. */
export type Shown = { listingId: number; readingId: number; nth: number };

/**
 * Which pictures each listing shows, for some millions of photos: 4 bytes a photo, and some 100 a listing. A process's copy of
 * `listing_images`.
 */
export class ListingReadings {
  readonly #places = new Map<number, Place>();
  #readings = new Uint32Array(1024);
  #used = 0;
  #left = 0;
  #greatest = 0;
  #revision = 0;

  /** Photos of all listings. */
  get photos(): number {
    return this.#used - this.#left;
  }

  /** Reads what has changed since the last time, in pages that hold nobody up. */
  async catchUp(db: Db): Promise<void> {
    for (;;) {
      const rows = await listingReadingsAfter(db, this.#revision, ROWS_A_PAGE);
      for (const { listing_id, reading_ids, revision } of rows) {
        this.put(listing_id, reading_ids);
        this.#revision = revision;
      }
      if (rows.length < ROWS_A_PAGE) return;
    }
  }

  put(listingId: number, readings: readonly number[]): void {
    const before = this.#places.get(listingId);
    if (before) this.#left += before.count;
    this.#places.delete(listingId);
    if (readings.length === 0) return;
    this.#reserve(readings.length);
    this.#readings.set(readings, this.#used);
    this.#places.set(listingId, { start: this.#used, count: readings.length });
    this.#used += readings.length;
    for (const reading of readings) this.#greatest = Math.max(this.#greatest, reading);
  }

  /** A listing's pictures in the order of its photos. */
  of(listingId: number): Uint32Array {
    const place = this.#places.get(listingId);
    return this.#readings.subarray(place?.start ?? 0, place ? place.start + place.count : 0);
  }

  /** Every picture that one of these listings shows, once, in the order of their ids. */
  async among(listings: Iterable<number>): Promise<Float64Array> {
    const seen = new Uint8Array(this.#greatest + 1);
    let count = 0;
    for await (const part of inParts(listings)) {
      for (const listing of part) {
        const place = this.#places.get(listing);
        const end = place ? place.start + place.count : 0;
        for (let at = place?.start ?? 0; at < end; at++) {
          const reading = this.#readings[at] as number;
          // One that has come in meanwhile is for the next search.
          if (reading >= seen.length || seen[reading] === 1) continue;
          seen[reading] = 1;
          count++;
        }
      }
    }
    const found = new Float64Array(count);
    let at = 0;
    for (let reading = 0; reading < seen.length; reading++) if (seen[reading] === 1) found[at++] = reading;
    return found;
  }

  /**
   * Where pictures are shown, those of the first picture first: all of them counted, and the first `limit`. With `onePerListing`
   * a listing counts once, by the first of its pictures.
   */
  async showing(
    readings: readonly number[],
    listings: Float64Array,
    { limit, onePerListing }: { limit: number; onePerListing: boolean },
  ): Promise<{ shown: Shown[]; total: number }> {
    const rankOf = new Uint16Array(this.#greatest + 1);
    for (const [nth, reading] of readings.entries()) if (reading < rankOf.length) rankOf[reading] = nth + 1;
    const found: number[][] = readings.map(() => []);
    for await (const part of inParts(listings)) {
      for (const listing of part) {
        let first = readings.length;
        const place = this.#places.get(listing);
        const end = place ? place.start + place.count : 0;
        for (let at = place?.start ?? 0; at < end; at++) {
          const nth = (rankOf[this.#readings[at] as number] ?? 0) - 1;
          if (nth < 0) continue;
          if (!onePerListing) found[nth]?.push(listing);
          else if (nth < first) first = nth;
        }
        if (onePerListing) found[first]?.push(listing);
      }
    }
    const shown: Shown[] = [];
    for (const [nth, ids] of found.entries()) {
      if (shown.length >= limit) break;
      // Of many that show the same picture always the same ones come first.
      const first = ids.sort((a, b) => a - b).slice(0, limit - shown.length);
      shown.push(...first.map((listingId) => ({ listingId, readingId: readings[nth] as number, nth })));
    }
    return { shown, total: found.reduce((sum, { length }) => sum + length, 0) };
  }

  #reserve(more: number): void {
    if (this.#left > WORTH_PACKING && this.#left * 2 > this.#used) this.#pack();
    if (this.#used + more <= this.#readings.length) return;
    const larger = new Uint32Array(Math.max(this.#used + more, Math.ceil(this.#readings.length * 1.5)));
    larger.set(this.#readings.subarray(0, this.#used));
    this.#readings = larger;
  }

  #pack(): void {
    const packed = new Uint32Array(this.#readings.length);
    let at = 0;
    for (const place of this.#places.values()) {
      packed.set(this.#readings.subarray(place.start, place.start + place.count), at);
      place.start = at;
      at += place.count;
    }
    this.#readings = packed;
    this.#used = at;
    this.#left = 0;
  }
}

async function* inParts(ids: Iterable<number>): AsyncGenerator<number[] | Float64Array> {
  const all = ids instanceof Float64Array ? ids : Float64Array.from(ids);
  for (let at = 0; at < all.length; at += LISTINGS_A_TURN) {
    if (at > 0) await yieldToOthers();
    yield all.subarray(at, at + LISTINGS_A_TURN);
  }
}
