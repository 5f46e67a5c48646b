import { KeyTable } from "../../platform/key-table.ts";
import { bandedColumns } from "../facets/bands.ts";
import { OpenHouseCalendar, type OpenHouseDays } from "../open-houses/open-house-calendar.ts";
import { type Bitmap, forEachBit } from "./bitmap.ts";
import { Columns, forEachColumn, type IndexedListing, numberColumns, wordColumns } from "./columns.ts";
import { IdOrder } from "./id-order.ts";
import { IdsByText } from "./ids-by-text.ts";
import { type IndexPart, storedColumns } from "./index-part.ts";
import { ListingFeatures } from "./listing-features.ts";
import type { ListingTexts } from "./listing-row.ts";
import { ListingTextColumns } from "./listing-text-columns.ts";
import { type OrdinalSet, ordinalSet } from "./ordinal-set.ts";
import { RangeBitmaps } from "./range-bitmaps.ts";
import { SortOrders } from "./sort-orders.ts";
import { PAGE, PAGE_WORDS, type PagesLayout, SpatialPages } from "./spatial-pages.ts";
import { StagedListings } from "./staged-listings.ts";
import { WordSets } from "./word-sets.ts";

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
  columns = new Columns();
  readonly words = forEachColumn(wordColumns, () => new WordSets(0));
  readonly ranges = forEachColumn(numberColumns, (name) => new RangeBitmaps(0, bandedColumns[name]?.edges));
  readonly pages = new SpatialPages(() => this.columns, {
    split: (from, to, mask) => this.#movePage(from, to, mask),
    full: () => run(this.#grow()),
  });
  readonly ids = new IdOrder();
  readonly texts = new ListingTextColumns();
  readonly openHouses = new OpenHouseCalendar();
  readonly features = new ListingFeatures();
  readonly orders = new SortOrders(() => this.columns, this.ids);
  readonly #ordinals = new KeyTable();
  readonly #idsByText = new IdsByText();
  readonly #staged = new StagedListings();
  /** Pages of another index that were taken. */
  #restored = 0;
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
      labelOf: (ordinal: number) => this.ids.labelOf(this.columns.slot[ordinal] as number),
    };
  }

  /** -1 when it is not there. */
  ordinalOf(id: number): number {
    return this.#ordinals.get(id);
  }

  /** The listings with one of these ids, in any case. */
  named(listingIds: readonly string[]): OrdinalSet {
    const ordinals = new Set<number>();
    for (const wanted of new Set(listingIds.map((listingId) => listingId.toLowerCase()))) {
      for (const id of this.#idsByText.candidates(wanted)) {
        const ordinal = this.ordinalOf(id);
        if (this.listingIdOf(ordinal).toLowerCase() === wanted) ordinals.add(ordinal);
      }
    }
    return ordinalSet((visit) => ordinals.forEach(visit), this.pages.live.length);
  }

  withOpenHouse(days: OpenHouseDays): OrdinalSet {
    return this.withIds(this.openHouses.listingsWith(days));
  }

  /** Ids that are not here are left out. */
  withIds(ids: { forEach(visit: (id: number) => void): void }): OrdinalSet {
    const forEach = (visit: (ordinal: number) => void) => {
      ids.forEach((id) => {
        visit(this.ordinalOf(id));
      });
    };
    return ordinalSet(forEach, this.pages.live.length);
  }

  listingIdOf(ordinal: number): string {
    return this.ids.ids.get(this.columns.slot[ordinal] as number);
  }

  /** Null when it is not to be shown. */
  addressOf(ordinal: number): string | null {
    return this.texts.addresses.get(this.columns.slot[ordinal] as number) || null;
  }

  /** See ListingTexts. */
  openHousesOf(ordinal: number): string {
    return this.texts.openHouses.get(this.columns.slot[ordinal] as number);
  }

  /** See ListingTexts. */
  earlierHigherOf(ordinal: number): string {
    return this.texts.earlierHigher.get(this.columns.slot[ordinal] as number);
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
    this.#idsByText.remove(this.listingIdOf(ordinal), columns.id[ordinal] as number);
    this.orders.remove(ordinal);
    this.features.remove(columns.slot[ordinal] as number, ordinal);
    this.ids.remove(columns.slot[ordinal] as number);
    for (const name of wordColumns) this.words[name].remove(columns[name][ordinal] as number, ordinal);
    for (const name of numberColumns) this.ranges[name].remove(ordinal, columns[name][ordinal] as number);
    this.openHouses.remove(columns.id[ordinal] as number);
    this.#ordinals.delete(columns.id[ordinal] as number);
    this.pages.remove(ordinal);
  }

  #insert(listing: NewListing, texts: ListingTexts): void {
    const ordinal = this.pages.add(listing.lat, listing.lng);
    const slot = this.ids.insert(texts.listingId);
    this.#idsByText.add(texts.listingId, listing.id);
    this.texts.set(slot, texts);
    this.openHouses.put(listing.id, texts.openHouses);
    this.features.insert(slot, ordinal, texts.features);
    this.columns.write(ordinal, { ...listing, slot });
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
    this.texts.set(slot, texts);
    this.openHouses.put(listing.id, texts.openHouses);
    this.features.replace(slot, ordinal, texts.features);
    this.orders.update(ordinal, listing, () => columns.write(ordinal, { ...listing, slot }));
    numberColumns.forEach((name, nth) => {
      const after = columns[name][ordinal] as number;
      if (!Object.is(before[nth], after)) this.ranges[name].replace(ordinal, before[nth] as number, after);
    });
  }

  #isInPlace(ordinal: number, { lat, lng }: NewListing, { listingId }: ListingTexts): boolean {
    const { columns } = this;
    return (
      this.listingIdOf(ordinal) === listingId &&
      Object.is(columns.lat[ordinal], lat) &&
      Object.is(columns.lng[ordinal], lng)
    );
  }

  /** Adds a listing without an ordinal that lasts: for loading many at once, before `arrange`. */
  append(listing: NewListing, texts: ListingTexts): void {
    const slot = this.ids.append(texts.listingId);
    this.#idsByText.add(texts.listingId, listing.id);
    this.texts.set(slot, texts);
    this.openHouses.put(listing.id, texts.openHouses);
    this.features.setList(slot, texts.features);
    this.#ordinals.set(listing.id, this.#staged.size);
    this.#staged.add({ ...listing, slot });
  }

  /** Takes the pages of another index, whose listings come by `appendPart`. */
  restore(layout: PagesLayout): void {
    this.pages.restore(layout);
    this.columns = new Columns(this.pages.capacity * PAGE);
  }

  /** The next pages of another index. */
  appendPart({ pages, columns, listingIds, features, ...texts }: IndexPart): void {
    const first = this.ids.slots;
    this.ids.appendAll(listingIds);
    this.texts.append(first, texts);
    this.features.appendLists(first, features);
    let from = 0;
    for (const count of pages) {
      const page = this.#restored++;
      for (const name of storedColumns) {
        this.columns[name].set(columns[name].subarray(from, from + count), page * PAGE);
      }
      for (let nth = 0; nth < count; nth++) {
        this.columns.slot[page * PAGE + nth] = first + from + nth;
        this.#ordinals.set(columns.id[from + nth] as number, page * PAGE + nth);
        this.#idsByText.add(this.ids.ids.get(first + from + nth), columns.id[from + nth] as number);
        this.openHouses.put(columns.id[from + nth] as number, this.texts.openHouses.get(first + from + nth));
      }
      this.pages.fillPage(page, count);
      from += count;
    }
  }

  /** Gives what was appended its ordinals, and makes bitmaps and orders of it: some milliseconds at a time. */
  *arrange(): Generator<void> {
    if (this.#staged.size > 0) yield* this.#place();
    for (; this.#restored < this.pages.count; this.#restored++) this.pages.fillPage(this.#restored, 0);
    const { columns } = this;
    yield* this.ids.arrange(columns.capacity);
    for (const name of wordColumns) {
      yield* this.words[name].grow(this.pages.capacity * PAGE_WORDS);
      yield* this.words[name].load(columns[name], this.pages.live);
    }
    yield* this.features.sets.grow(this.pages.capacity * PAGE_WORDS);
    yield* this.features.load(columns.slot, this.pages.live);
    for (const name of numberColumns) {
      yield* this.ranges[name].grow(this.pages.capacity * PAGE_WORDS);
      yield* this.ranges[name].load(columns[name], this.pages.live);
    }
    yield* this.orders.fill(this.size, this.pages.live);
  }

  *#place(): Generator<void> {
    const ordinals = yield* this.pages.load(yield* this.#staged.positions(), this.#staged.size);
    this.#restored = this.pages.count;
    this.columns = new Columns(this.pages.capacity * PAGE);
    yield* this.#staged.moveTo(this.columns, ordinals);
    const { id } = this.columns;
    for (let from = 0; from < ordinals.length; from += PART) {
      for (const ordinal of ordinals.subarray(from, from + PART)) {
        this.#ordinals.set(id[ordinal] as number, ordinal);
      }
      yield;
    }
  }

  #movePage(from: number, to: number, mask: Bitmap): void {
    const { columns } = this;
    forEachBit(mask, (bit) => {
      const [before, after] = [from * 32 + bit, to * 32 + bit];
      columns.copy(before, after);
      this.#ordinals.set(columns.id[after] as number, after);
      for (const name of wordColumns) this.words[name].move(columns[name][after] as number, before, after);
      this.features.move(columns.slot[after] as number, before, after);
      this.orders.replace(before, after);
    });
    for (const name of wordColumns) this.words[name].movePage(from, to, mask);
    this.features.sets.movePage(from, to, mask);
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
    yield* this.ids.grow(pages * PAGE);
    for (const name of wordColumns) yield* this.words[name].grow(pages * PAGE_WORDS);
    yield* this.features.sets.grow(pages * PAGE_WORDS);
    for (const name of numberColumns) yield* this.ranges[name].grow(pages * PAGE_WORDS);
    if (pages > this.pages.capacity) this.pages.grow(pages);
  }
}

function run(steps: Generator<void>): void {
  while (!steps.next().done);
}
