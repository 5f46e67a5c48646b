import { listingFeatures } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { KeyTable } from "../../platform/key-table.ts";

/** Which bit says that a listing has a feature. */
const bitOf = new Map(Object.keys(listingFeatures).map((key, bit) => [key, bit]));
const WORDS = Math.ceil(bitOf.size / 32);
const ROWS_A_PAGE = 2000;

/** Which features each listing has, some bits a listing, so that a wish is held against all of them. */
export class ListingFeatures {
  readonly #slots = new KeyTable();
  #bits = new Uint32Array(WORDS * 1024);
  #revision = 0;

  /** Reads the changes since the last time, in pages that do not block the event loop. */
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
        this.#write(listing_id, features);
        this.#revision = revision;
      }
      if (rows.length < ROWS_A_PAGE) return;
    }
  }

  /** How many of the features a listing has; 0 of one that is not known. */
  count(listingId: number, wanted: FeatureSet): number {
    const slot = this.#slots.get(listingId);
    if (slot === -1) return 0;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      count += bitsIn((this.#bits[slot * WORDS + word] as number) & (wanted[word] as number));
    }
    return count;
  }

  #write(listingId: number, features: readonly string[]): void {
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

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
