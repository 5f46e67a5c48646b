import { listingFeatures } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { IdSet } from "../../platform/id-set.ts";
import { KeyTable } from "../../platform/key-table.ts";

const bitOf = new Map(Object.keys(listingFeatures).map((key, bit) => [key, bit]));
const WORDS = Math.ceil(bitOf.size / 32);
const ROWS_A_PAGE = 2000;

/** The features of each listing as some words of bits, so that a query tests 100,000 listings in less than a millisecond. */
export class ListingFeatures {
  readonly #slots = new KeyTable();
  #bits = new Uint32Array(WORDS * 1024);
  #revision = 0;

  /** Reads the changes since the last call, in pages that do not block the event loop. */
  async catchUp(db: Db): Promise<void> {
    for (;;) {
      const rows = await db
        .selectFrom("listing_documents")
        .select(["listing_id", "revision", "features"])
        .where("revision", ">", this.#revision)
        .orderBy("revision")
        .limit(ROWS_A_PAGE)
        .execute();
      for (const { listing_id, revision, features } of rows) {
        this.put(listing_id, features);
        this.#revision = revision;
      }
      if (rows.length < ROWS_A_PAGE) return;
    }
  }

  /** Replaces the features of a listing. */
  put(listingId: number, features: readonly string[]): void {
    let slot = this.#slots.get(listingId);
    if (slot === -1) {
      slot = this.#slots.size;
      this.#slots.set(listingId, slot);
      if ((slot + 1) * WORDS > this.#bits.length) {
        const larger = new Uint32Array(this.#bits.length * 2);
        larger.set(this.#bits);
        this.#bits = larger;
      }
    }
    this.#bits.set(featureSet(features), slot * WORDS);
  }

  /** How many of the features a listing has; 0 for an unknown listing. */
  count(listingId: number, features: FeatureSet): number {
    const slot = this.#slots.get(listingId);
    if (slot === -1) return 0;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      const shared = (this.#bits[slot * WORDS + word] as number) & (features[word] as number);
      if (shared !== 0) count += countBits(shared);
    }
    return count;
  }

  /** Whether a listing has at least one of the features. */
  hasAny(listingId: number, features: FeatureSet): boolean {
    const slot = this.#slots.get(listingId);
    if (slot === -1) return false;
    const bits = this.#bits;
    let shared = 0;
    for (let word = 0; word < WORDS; word++)
      shared |= (bits[slot * WORDS + word] as number) & (features[word] as number);
    return shared !== 0;
  }

  /** The listings that have the most of the features; none when no listing has any. */
  withMost(listings: IdSet, features: FeatureSet): IdSet {
    if (features.every((word) => word === 0)) return IdSet.from([]);
    const best = new Float64Array(listings.size);
    let [most, size] = [1, 0];
    listings.forEach((id) => {
      // Most listings have none of them, which is tested more quickly than they are counted.
      if (!this.hasAny(id, features)) return;
      const count = this.count(id, features);
      if (count < most) return;
      if (count > most) {
        most = count;
        size = 0;
      }
      best[size++] = id;
    });
    return IdSet.of(best.subarray(0, size));
  }
}

/** Features as bits. */
export type FeatureSet = Uint32Array;

export function featureSet(keys: readonly string[]): FeatureSet {
  const set = new Uint32Array(WORDS);
  for (const key of keys) {
    const bit = bitOf.get(key);
    if (bit !== undefined) set[bit >>> 5] = (set[bit >>> 5] as number) | (1 << (bit & 31));
  }
  return set;
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
