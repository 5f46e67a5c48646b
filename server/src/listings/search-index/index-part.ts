import { hasBit } from "./bitmap.ts";
import { type Columns, columnNames, type IndexedListing, type WordColumn } from "./columns.ts";
import type { IdOrder } from "./id-order.ts";
import type { ListingFeatures } from "./listing-features.ts";
import {
  type ListingTextColumns,
  listingTextNames,
  type PackedListingTexts,
} from "./listing-text-columns.ts";
import { PAGE, type PagesLayout, type SpatialPages } from "./spatial-pages.ts";
import type { PackedTexts } from "./text-column.ts";

/** The listings of some pages of an index as typed arrays, to be stored and loaded again: page by page, one value a listing. */
export type IndexPart = {
  /** How many listings each of these pages has. */
  pages: Int32Array;
  columns: Pick<Columns, StoredColumn>;
  listingIds: PackedTexts;
  /** See ListingFeatures. */
  features: PackedTexts;
} & PackedListingTexts;

export const textNames = ["listingIds", "features", ...listingTextNames] as const;

/** What the numbers in the word columns of parts mean: by number its word, the empty one for none; features too. */
export type IndexWords = Record<WordColumn | "feature", readonly string[]>;

/** What an index needs before it can take the parts of another one. */
export type IndexOutline = { words: IndexWords; layout: PagesLayout };

type StoredColumn = Exclude<keyof IndexedListing, "slot">;

/** A slot is of no use to another index. */
export const storedColumns = columnNames.filter((name): name is StoredColumn => name !== "slot");

/** What parts are made of. */
type PartSource = {
  columns: Columns;
  pages: SpatialPages;
  ids: IdOrder;
  texts: ListingTextColumns;
  features: ListingFeatures;
};

/** Pages of a part: some thousand listings. */
const PAGES_A_PART = 40;

/**
 * Takes each listing once, also one that moves meanwhile. A slot may get another listing, and a listing another slot: both have a new
 * revision then.
 *
 * @param through listings of later revisions are left out.
 */
function newListings({ columns, pages, ids }: PartSource, through: number): (ordinal: number) => boolean {
  const seen = new Uint8Array(ids.slots);
  return (ordinal) => {
    const slot = columns.slot[ordinal] as number;
    if (!hasBit(pages.live, ordinal) || slot >= seen.length || seen[slot] === 1) return false;
    if ((columns.revision[ordinal] as number) > through) return false;
    seen[slot] = 1;
    return true;
  };
}

/**
 * The ordinals of all listings, some at a time, each listing once: also when it moves meanwhile. They are valid until the index
 * changes. Listings that are added, changed or removed meanwhile may be missing.
 */
export function* ordinalsOf(source: PartSource, most: number): Generator<Int32Array> {
  const isNew = newListings(source, Infinity);
  const ordinals = new Int32Array(most);
  let count = 0;
  for (let ordinal = 0; ordinal < source.pages.count * PAGE; ordinal++) {
    if (!isNew(ordinal)) continue;
    ordinals[count++] = ordinal;
    if (count < most) continue;
    yield ordinals;
    count = 0;
  }
  yield ordinals.subarray(0, count);
}

/** All pages in parts, each as it is when its part is made, without the listings of revisions after `through`. */
export function* partsOf(source: PartSource, through: number): Generator<IndexPart> {
  const isNew = newListings(source, through);
  const ordinals = new Int32Array(PAGES_A_PART * PAGE);
  for (let first = 0; first < source.pages.count; first += PAGES_A_PART) {
    const pages = new Int32Array(Math.min(PAGES_A_PART, source.pages.count - first));
    let size = 0;
    for (let nth = 0; nth < pages.length; nth++) {
      const before = size;
      const start = (first + nth) * PAGE;
      for (let ordinal = start; ordinal < start + PAGE; ordinal++) {
        if (isNew(ordinal)) ordinals[size++] = ordinal;
      }
      pages[nth] = size - before;
    }
    yield partOf(source, pages, ordinals.subarray(0, size));
  }
}

function partOf(
  { columns, ids, texts, features }: PartSource,
  pages: Int32Array,
  ordinals: Int32Array,
): IndexPart {
  const slots = ordinals.map((ordinal) => columns.slot[ordinal] as number);
  const values = storedColumns.map((name) => [name, valuesOf(columns[name], ordinals)]);
  return {
    pages,
    columns: Object.fromEntries(values) as IndexPart["columns"],
    listingIds: ids.ids.pack(slots),
    ...texts.pack(slots),
    features: features.packLists(slots),
  };
}

function valuesOf<Values extends Float64Array | Float32Array | Int32Array>(
  column: Values,
  ordinals: Int32Array,
): Values {
  const values = column.slice(0, ordinals.length) as Values;
  for (let nth = 0; nth < ordinals.length; nth++) values[nth] = column[ordinals[nth] as number] as number;
  return values;
}
