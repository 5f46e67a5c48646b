import { KeyTable } from "../../platform/key-table.ts";
import { type Bitmap, forEachBit, hasBit } from "./bitmap.ts";
import {
  Columns,
  type IndexedListing,
  type ListingTexts,
  type NumberColumn,
  type WordColumn,
} from "./columns.ts";
import { IdOrder } from "./id-order.ts";
import { type IndexPart, partOf, unpackTexts } from "./index-part.ts";
import { RangeBitmaps } from "./range-bitmaps.ts";
import { SortOrders } from "./sort-orders.ts";
import { PAGE, PAGE_WORDS, SpatialPages } from "./spatial-pages.ts";
import { WordSets } from "./word-sets.ts";

/** A public listing as the database has it. Absent values are null. */
export type ListingRow = Omit<IndexedListing, WordColumn | "slot"> &
  ListingTexts & {
    city: string | null;
    state: string | null;
    status: string;
    type: string;
    source: number;
    county: string | null;
    zip: string | null;
    subtype: string | null;
  };

export const wordColumns = ["city", "state", "status", "type", "source", "county", "zip", "subtype"] as const;
const numberColumns = [
  "price",
  "beds",
  "baths",
  "sqft",
  "acres",
  "listDay",
  "yearBuilt",
  "stories",
  "garageSpaces",
] as const;

type NewListing = Omit<IndexedListing, "slot">;

/** The share of the capacity from which on everything grows, step by step. */
const NEARLY_FULL = 0.9;
/** Listings in one go: about a millisecond. */
const PART = 20_000;

/**
 * The listings and all that searches read of them: columns, pages, bitmaps and orders, which every change keeps current. A listing
 * keeps its ordinal until it moves or its page is split.
 */
export class IndexedListings {
  readonly columns = new Columns();
  readonly words: Record<WordColumn, WordSets> = forEach(wordColumns, () => new WordSets(0));
  readonly ranges: Record<NumberColumn, RangeBitmaps> = forEach(numberColumns, () => new RangeBitmaps(0));
  readonly pages = new SpatialPages(() => this.columns, {
    split: (from, to, mask) => this.#movePage(from, to, mask),
    full: () => run(this.#grow()),
  });
  readonly #ids = new IdOrder();
  readonly orders = new SortOrders(this.columns, this.#ids);
  #ordinals = new KeyTable();
  #appended = 0;
  /** Of growing, or of choosing quantiles: each change takes a step. */
  #upkeep: Generator<void> | null = null;

  get size(): number {
    return this.#ordinals.size;
  }

  /** What cutting a page out of matches takes. */
  get shape() {
    return {
      size: this.size,
      words: this.pages.count * PAGE_WORDS,
      labelOf: (ordinal: number) => this.#ids.labelOf(this.columns.slot[ordinal] as number),
    };
  }

  /** -1 when it is not there. */
  ordinalOf(id: number): number {
    return this.#ordinals.get(id);
  }

  /** Takes a millisecond or two at most, and a few microseconds as a rule. */
  put(listing: NewListing, texts: ListingTexts): void {
    const ordinal = this.ordinalOf(listing.id);
    if (ordinal !== -1 && this.#isInPlace(ordinal, listing, texts)) {
      this.#rewrite(ordinal, listing, texts);
    } else {
      if (ordinal !== -1) this.remove(ordinal);
      this.#insert(listing, texts);
    }
    this.#upkeep ??= this.#neededUpkeep();
    if (this.#upkeep?.next().done) this.#upkeep = null;
  }

  remove(ordinal: number): void {
    const { columns } = this;
    this.orders.remove(ordinal);
    this.#ids.remove(columns.listingId[ordinal] as string, columns.slot[ordinal] as number);
    for (const name of wordColumns) this.words[name].remove(columns[name][ordinal] as number, ordinal);
    for (const name of numberColumns) this.ranges[name].remove(ordinal, columns[name][ordinal] as number);
    this.#ordinals.delete(columns.id[ordinal] as number);
    columns.forget(ordinal);
    this.pages.remove(ordinal);
  }

  #insert(listing: NewListing, texts: ListingTexts): void {
    const ordinal = this.pages.add(listing.lat, listing.lng);
    this.columns.write(ordinal, { ...listing, slot: this.#ids.insert(texts.listingId) }, texts);
    this.#ordinals.set(listing.id, ordinal);
    for (const name of wordColumns) this.words[name].add(listing[name], ordinal);
    for (const name of numberColumns) this.ranges[name].add(ordinal, this.columns[name][ordinal] as number);
    this.orders.insert(ordinal);
  }

  /** A listing that stays where it is. */
  #rewrite(ordinal: number, listing: NewListing, texts: ListingTexts): void {
    const { columns } = this;
    for (const name of wordColumns) {
      const before = columns[name][ordinal] as number;
      if (before === listing[name]) continue;
      this.words[name].remove(before, ordinal);
      this.words[name].add(listing[name], ordinal);
    }
    const before = numberColumns.map((name) => columns[name][ordinal] as number);
    const slot = columns.slot[ordinal] as number;
    this.orders.update(ordinal, listing, () => columns.write(ordinal, { ...listing, slot }, texts));
    numberColumns.forEach((name, nth) => {
      const after = columns[name][ordinal] as number;
      if (!Object.is(before[nth], after)) this.ranges[name].replace(ordinal, before[nth] as number, after);
    });
  }

  #isInPlace(ordinal: number, { lat, lng }: NewListing, { listingId }: ListingTexts): boolean {
    const { columns } = this;
    return (
      columns.listingId[ordinal] === listingId &&
      Object.is(columns.lat[ordinal], lat) &&
      Object.is(columns.lng[ordinal], lng)
    );
  }

  /** Adds a listing without an ordinal that lasts: for loading many at once, before `arrange`. */
  append(listing: NewListing, texts: ListingTexts): void {
    const nth = this.#reserve(1);
    this.columns.write(nth, { ...listing, slot: this.#ids.insert(texts.listingId) }, texts);
    this.#ordinals.set(listing.id, nth);
  }

  appendPart({ columns, listingIds, addresses }: IndexPart): void {
    const first = this.#reserve(columns.id.length);
    this.columns.writeAll(first, columns);
    const [ids, shown] = [unpackTexts(listingIds), unpackTexts(addresses)];
    for (let nth = 0; nth < ids.length; nth++) {
      const id = ids[nth] as string;
      this.columns.listingId[first + nth] = id;
      this.columns.address[first + nth] = shown[nth] || null;
      this.columns.slot[first + nth] = this.#ids.insert(id);
      this.#ordinals.set(columns.id[nth] as number, first + nth);
    }
  }

  /** @returns the first place of so many new listings. */
  #reserve(listings: number): number {
    const first = this.#appended;
    this.#appended += listings;
    if (this.#appended > this.columns.capacity) {
      run(this.columns.grow(Math.ceil(Math.max(1024, this.#appended * 1.5))));
    }
    return first;
  }

  /** Gives what was appended its ordinals, and makes bitmaps and orders of it: some milliseconds at a time. */
  *arrange(): Generator<void> {
    const { columns } = this;
    const ordinals = yield* this.pages.load(columns, this.#appended);
    yield* columns.rearrange(ordinals, this.pages.capacity * PAGE);
    for (let from = 0; from < ordinals.length; from += PART) {
      for (const ordinal of ordinals.subarray(from, from + PART)) {
        this.#ordinals.set(columns.id[ordinal] as number, ordinal);
      }
      yield;
    }
    for (const name of wordColumns) {
      yield* this.words[name].grow(this.pages.capacity * PAGE_WORDS);
      yield* this.words[name].load(columns[name], this.pages.live);
    }
    for (const name of numberColumns) {
      yield* this.ranges[name].grow(this.pages.capacity * PAGE_WORDS);
      yield* this.ranges[name].load(columns[name], this.pages.live);
    }
    yield* this.orders.fill(this.#appended);
  }

  /**
   * The ordinals of all listings, at most so many at a time, each listing once: also when it moves meanwhile, which is always to the
   * end. Listings that are added, changed or removed meanwhile may be missing.
   */
  *ordinals(most: number): Generator<Int32Array> {
    const seen = new Uint8Array(this.#ids.slots);
    let some = new Int32Array(most);
    let count = 0;
    for (let ordinal = 0; ordinal < this.pages.count * PAGE; ordinal++) {
      const slot = this.columns.slot[ordinal] as number;
      if (!hasBit(this.pages.live, ordinal) || slot >= seen.length || seen[slot] === 1) continue;
      seen[slot] = 1;
      some[count++] = ordinal;
      if (count < most) continue;
      yield some;
      some = new Int32Array(most);
      count = 0;
    }
    yield some.subarray(0, count);
  }

  part(ordinals: Int32Array): IndexPart {
    return partOf(this.columns, ordinals);
  }

  #movePage(from: number, to: number, mask: Bitmap): void {
    const { columns } = this;
    forEachBit(mask, (bit) => {
      const [before, after] = [from * 32 + bit, to * 32 + bit];
      columns.copy(before, after);
      this.#ordinals.set(columns.id[after] as number, after);
      for (const name of wordColumns) this.words[name].move(columns[name][after] as number, before, after);
      this.orders.replace(before, after);
    });
    for (const name of wordColumns) this.words[name].movePage(from, to, mask);
    for (const name of numberColumns) this.ranges[name].movePage(from, to, mask);
  }

  #neededUpkeep(): Generator<void> | null {
    if (this.pages.count > this.pages.capacity * NEARLY_FULL) return this.#grow();
    for (const name of numberColumns) {
      if (this.ranges[name].isOutgrown) return this.ranges[name].recut(() => this.columns[name]);
    }
    return null;
  }

  /** The pages last: they say how many ordinals there may be. */
  *#grow(): Generator<void> {
    const pages = this.pages.nextCapacity;
    yield* this.columns.grow(pages * PAGE);
    for (const name of wordColumns) yield* this.words[name].grow(pages * PAGE_WORDS);
    for (const name of numberColumns) yield* this.ranges[name].grow(pages * PAGE_WORDS);
    if (pages > this.pages.capacity) this.pages.grow(pages);
  }
}

function run(steps: Generator<void>): void {
  while (!steps.next().done);
}

function forEach<Name extends string, Made>(names: readonly Name[], make: () => Made): Record<Name, Made> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Made>;
}
