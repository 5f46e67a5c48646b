import { KeyTable } from "../../platform/key-table.ts";
import type { Bitmap } from "./bitmap.ts";
import { Columns, type IndexedListing, type NumberColumn, type WordColumn } from "./columns.ts";
import { IdOrder } from "./id-order.ts";
import { RangeBitmaps } from "./range-bitmaps.ts";
import { SortOrders } from "./sort-orders.ts";
import { PAGE, PAGE_WORDS, SpatialPages } from "./spatial-pages.ts";
import { forEachBit, WordSets } from "./word-sets.ts";

/** A public listing as the database has it. Absent values are null. */
export type ListingRow = Omit<IndexedListing, WordColumn | "slot"> & {
  listingId: string;
  city: string | null;
  state: string | null;
  status: string;
  type: string;
  source: number;
  county: string | null;
  zip: string | null;
  subtype: string | null;
  /** Null when it is not to be shown. */
  address: string | null;
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

const LEAST_PAGES = 8;
/** How much larger everything becomes when it is full. */
const GROWTH = 1.25;

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
    full: (pages) => this.#grow(pages),
  });
  readonly #ids = new IdOrder();
  readonly orders = new SortOrders(this.columns, this.#ids);
  #ordinals = new KeyTable();
  #appended = 0;

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

  put(listing: NewListing, listingId: string): void {
    const ordinal = this.ordinalOf(listing.id);
    if (ordinal !== -1 && this.#isInPlace(ordinal, listing, listingId)) {
      this.#rewrite(ordinal, listing, listingId);
      return;
    }
    if (ordinal !== -1) this.remove(ordinal);
    this.#insert(listing, listingId);
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

  #insert(listing: NewListing, listingId: string): void {
    const ordinal = this.pages.add(listing.lat, listing.lng);
    this.columns.write(ordinal, { ...listing, slot: this.#ids.insert(listingId) }, listingId);
    this.#ordinals.set(listing.id, ordinal);
    for (const name of wordColumns) this.words[name].add(listing[name], ordinal);
    for (const name of numberColumns) this.ranges[name].add(ordinal, this.columns[name][ordinal] as number);
    this.orders.insert(ordinal);
    this.#recutOutgrown();
  }

  /** A listing that stays where it is. */
  #rewrite(ordinal: number, listing: NewListing, listingId: string): void {
    const { columns } = this;
    for (const name of wordColumns) {
      const before = columns[name][ordinal] as number;
      if (before === listing[name]) continue;
      this.words[name].remove(before, ordinal);
      this.words[name].add(listing[name], ordinal);
    }
    const before = numberColumns.map((name) => columns[name][ordinal] as number);
    const slot = columns.slot[ordinal] as number;
    this.orders.update(ordinal, listing, () => columns.write(ordinal, { ...listing, slot }, listingId));
    numberColumns.forEach((name, nth) => {
      // Columns of single precision may have rounded it.
      const after = columns[name][ordinal] as number;
      if (!Object.is(before[nth], after)) this.ranges[name].replace(ordinal, before[nth] as number, after);
    });
  }

  #isInPlace(ordinal: number, { lat, lng }: NewListing, listingId: string): boolean {
    const { columns } = this;
    return (
      columns.listingId[ordinal] === listingId &&
      Object.is(columns.lat[ordinal], lat) &&
      Object.is(columns.lng[ordinal], lng)
    );
  }

  /** Adds a listing without an ordinal that lasts: for loading many at once, before `arrange`. */
  append(listing: NewListing, listingId: string): void {
    const nth = this.#appended++;
    if (nth >= this.columns.capacity) this.columns.grow(Math.ceil(Math.max(1024, nth * 1.5)));
    this.columns.write(nth, { ...listing, slot: this.#ids.insert(listingId) }, listingId);
    this.#ordinals.set(listing.id, nth);
  }

  /** Gives what was appended its ordinals, and makes bitmaps and orders of it: some milliseconds at a time. */
  *arrange(): Generator<void> {
    const { columns } = this;
    const ordinals = yield* this.pages.load(columns, this.#appended);
    yield* columns.rearrange(ordinals, this.pages.capacity * PAGE);
    forEachBit(this.pages.live, (ordinal) => this.#ordinals.set(columns.id[ordinal] as number, ordinal));
    yield;
    for (const name of wordColumns) {
      this.words[name].fill(columns[name], this.pages.live);
      yield;
    }
    for (const name of numberColumns) {
      this.ranges[name].recut(columns[name], this.pages.live);
      yield;
    }
    yield* this.orders.fill(this.#appended);
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

  /** One column at a time, as it takes some milliseconds. */
  #recutOutgrown(): void {
    for (const name of numberColumns) {
      if (!this.ranges[name].isOutgrown) continue;
      this.ranges[name].recut(this.columns[name], this.pages.live);
      return;
    }
  }

  #grow(least: number): void {
    const pages = Math.ceil(Math.max(LEAST_PAGES, least, this.pages.count * GROWTH));
    this.pages.grow(pages);
    if (this.columns.capacity < pages * PAGE) this.columns.grow(pages * PAGE);
    for (const name of wordColumns) this.words[name].grow(pages * PAGE_WORDS);
    for (const name of numberColumns) this.ranges[name].grow(pages * PAGE_WORDS);
  }
}

function forEach<Name extends string, Made>(names: readonly Name[], make: () => Made): Record<Name, Made> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Made>;
}
