import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Db } from "../../platform/database/database.ts";
import { IdSet } from "../../platform/id-set.ts";
import { listingPicturesAfter } from "../photos/listing-images.ts";

const ROWS_A_PAGE = 1000;
/** Listings processed before yielding: a few milliseconds. */
const LISTINGS_A_TURN = 4000;
/** Unused space is reclaimed when it exceeds this number of photos and half of all. */
const MIN_UNUSED = 100_000;

type Place = { start: number; count: number };

/** A listing's photos, and the picture of each. */
export type ListingPhotos = {
  /** In the listing's order. */
  photos: readonly number[];
  /** One for each photo. */
  enrichments: readonly number[];
  /** Photos that are removed from search. */
  unembedded?: readonly number[];
  /** Photos whose descriptions are hidden. */
  undescribed?: readonly number[];
};

const UNEMBEDDED = 1;
const UNDESCRIBED = 2;

/** A photo that a listing shows. */
export type PhotoVisit = (photo: number, enrichment: number, of: { undescribed: boolean }) => void;

/** A picture of a listing; `nth` is its index in the requested pictures. */
export type Shown = { listingId: number; enrichmentId: number; nth: number };

/**
 * Which pictures each listing shows, for millions of photos: 13 bytes for each photo and about 100 for each listing. A
 * process's copy of `listing_images`.
 */
export class ListingPictures {
  readonly #places = new Map<number, Place>();
  #enrichments = new Uint32Array(1024);
  #photos = new Float64Array(1024);
  #marks = new Uint8Array(1024);
  #used = 0;
  #left = 0;
  #greatest = 0;
  #revision = 0;

  /** The number of photos of all listings. */
  get photos(): number {
    return this.#used - this.#left;
  }

  /** Reads the changes since the last call, in pages, yielding in between. */
  async catchUp(db: Db): Promise<void> {
    for (;;) {
      const rows = await listingPicturesAfter(db, this.#revision, ROWS_A_PAGE);
      for (const { listing_id, revision, ...shows } of rows) {
        this.put(listing_id, shows);
        this.#revision = revision;
      }
      if (rows.length < ROWS_A_PAGE) return;
    }
  }

  put(listingId: number, { photos, enrichments, unembedded = [], undescribed = [] }: ListingPhotos): void {
    const before = this.#places.get(listingId);
    if (before) this.#left += before.count;
    this.#places.delete(listingId);
    if (enrichments.length === 0) return;
    this.#reserve(enrichments.length);
    this.#enrichments.set(enrichments, this.#used);
    this.#photos.set(photos, this.#used);
    this.#marks.fill(0, this.#used, this.#used + enrichments.length);
    this.#mark(photos, unembedded, UNEMBEDDED);
    this.#mark(photos, undescribed, UNDESCRIBED);
    this.#places.set(listingId, { start: this.#used, count: enrichments.length });
    this.#used += enrichments.length;
    for (const enrichment of enrichments) this.#greatest = Math.max(this.#greatest, enrichment);
  }

  /** Greater than any picture's id. */
  get bound(): number {
    return this.#greatest + 1;
  }

  /** A listing's searchable pictures, in the order of its photos. */
  of(listingId: number): number[] {
    const place = this.#places.get(listingId);
    const found: number[] = [];
    const end = place ? place.start + place.count : 0;
    for (let index = place?.start ?? 0; index < end; index++) {
      if (this.#isFindable(index)) found.push(this.#enrichments[index] as number);
    }
    return found;
  }

  /** Calls `visit` for each photo of these listings; with `findable`, only for searchable ones. */
  async each(listings: Float64Array, { findable }: { findable: boolean }, visit: PhotoVisit): Promise<void> {
    const described = { undescribed: false };
    const undescribed = { undescribed: true };
    for await (const part of inParts(listings)) {
      for (const listing of part) {
        const place = this.#places.get(listing);
        const end = place ? place.start + place.count : 0;
        for (let index = place?.start ?? 0; index < end; index++) {
          if (findable && !this.#isFindable(index)) continue;
          const of = ((this.#marks[index] as number) & UNDESCRIBED) === 0 ? described : undescribed;
          visit(this.#photos[index] as number, this.#enrichments[index] as number, of);
        }
      }
    }
  }

  /** Every searchable picture of these listings. */
  async among(listings: Iterable<number>): Promise<IdSet> {
    const { bound } = this;
    const bits = new Uint32Array((bound >>> 5) + 1);
    let count = 0;
    for await (const part of inParts(listings)) {
      for (const listing of part) {
        const place = this.#places.get(listing);
        const end = place ? place.start + place.count : 0;
        for (let index = place?.start ?? 0; index < end; index++) {
          const enrichment = this.#enrichments[index] as number;
          // A picture added meanwhile is left to the next search.
          if (enrichment >= bound || !this.#isFindable(index)) continue;
          const word = bits[enrichment >>> 5] as number;
          const bit = 1 << (enrichment & 31);
          if ((word & bit) !== 0) continue;
          bits[enrichment >>> 5] = word | bit;
          count++;
        }
      }
    }
    return IdSet.ofBits(bits, count);
  }

  /**
   * The listings that show these pictures, in the order of the pictures: the number of all and the first `limit`. With
   * `onePerListing` a listing counts once, by its first picture.
   */
  async showing(
    enrichments: readonly number[],
    listings: Float64Array,
    { limit, onePerListing }: { limit: number; onePerListing: boolean },
  ): Promise<{ shown: Shown[]; total: number }> {
    const rankOf = new Uint16Array(this.#greatest + 1);
    for (const [nth, enrichment] of enrichments.entries())
      if (enrichment < rankOf.length) rankOf[enrichment] = nth + 1;
    const found: number[][] = enrichments.map(() => []);
    for await (const part of inParts(listings)) {
      for (const listing of part) {
        let first = enrichments.length;
        const place = this.#places.get(listing);
        const end = place ? place.start + place.count : 0;
        for (let index = place?.start ?? 0; index < end; index++) {
          const nth = (rankOf[this.#enrichments[index] as number] ?? 0) - 1;
          if (nth < 0 || !this.#isFindable(index)) continue;
          if (!onePerListing) found[nth]?.push(listing);
          else if (nth < first) first = nth;
        }
        if (onePerListing) found[first]?.push(listing);
      }
    }
    const shown: Shown[] = [];
    for (const [nth, ids] of found.entries()) {
      if (shown.length >= limit) break;
      // Of many listings with the same picture, the order is stable.
      const first = ids.sort((a, b) => a - b).slice(0, limit - shown.length);
      for (const listingId of first) shown.push({ listingId, enrichmentId: enrichments[nth] as number, nth });
    }
    return { shown, total: found.reduce((sum, { length }) => sum + length, 0) };
  }

  #isFindable(index: number): boolean {
    return ((this.#marks[index] as number) & UNEMBEDDED) === 0;
  }

  /** Marks photos of the listing that is being put. */
  #mark(photos: readonly number[], marked: readonly number[], mark: number): void {
    if (marked.length === 0) return;
    const those = new Set(marked);
    for (const [nth, photo] of photos.entries()) {
      if (those.has(photo)) this.#marks[this.#used + nth] = (this.#marks[this.#used + nth] as number) | mark;
    }
  }

  #reserve(more: number): void {
    if (this.#left > MIN_UNUSED && this.#left * 2 > this.#used) this.#pack();
    if (this.#used + more <= this.#enrichments.length) return;
    const places = Math.max(this.#used + more, Math.ceil(this.#enrichments.length * 1.5));
    const [enrichments, photos, marks] = [this.#enrichments, this.#photos, this.#marks];
    this.#grow(places);
    this.#enrichments.set(enrichments.subarray(0, this.#used));
    this.#photos.set(photos.subarray(0, this.#used));
    this.#marks.set(marks.subarray(0, this.#used));
  }

  #grow(places: number): void {
    this.#enrichments = new Uint32Array(places);
    this.#photos = new Float64Array(places);
    this.#marks = new Uint8Array(places);
  }

  #pack(): void {
    const [enrichments, photos, marks] = [this.#enrichments, this.#photos, this.#marks];
    this.#grow(enrichments.length);
    let index = 0;
    for (const place of this.#places.values()) {
      const end = place.start + place.count;
      this.#enrichments.set(enrichments.subarray(place.start, end), index);
      this.#photos.set(photos.subarray(place.start, end), index);
      this.#marks.set(marks.subarray(place.start, end), index);
      place.start = index;
      index += place.count;
    }
    this.#used = index;
    this.#left = 0;
  }
}

async function* inParts(ids: Iterable<number>): AsyncGenerator<number[] | Float64Array> {
  const all = ids instanceof Float64Array ? ids : Float64Array.from(ids);
  for (let index = 0; index < all.length; index += LISTINGS_A_TURN) {
    if (index > 0) await yieldToOthers();
    yield all.subarray(index, index + LISTINGS_A_TURN);
  }
}
