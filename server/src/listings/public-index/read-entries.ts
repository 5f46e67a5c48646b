import type { CountedIndex } from "../search-index/counted-index.ts";
import type { FoundListings } from "../search-index/found-listings.ts";
import { PageSelection } from "../search-index/select-page.ts";

/** What addresses and sitemaps need of a listing, as far as it is shown. */
export type IndexEntry = {
  listingId: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  /** RESO StandardStatus. */
  status: string;
  /** Unix ms. */
  changedAt: number;
};

/** `last`: the listing_id behind which the next page begins; null when nothing follows. */
export type IdPage = { ids: Float64Array; total: number; last: string | null };

const selection = new PageSelection();

/** The next `limit` matches by listing_id behind `after`. */
export function readPage(
  { matches, listings }: FoundListings,
  { after, limit }: { after: string | null; limit: number },
): IdPage {
  const { columns, shape } = listings;
  const from = after === null ? -Infinity : listings.ids.labelThrough(after);
  const { labelOf } = shape;
  const behind = matches.list().filter((ordinal) => labelOf(ordinal) > from);
  const page = selection.page(behind, labelOf, labelOf, { offset: 0, limit });
  const last = page.at(-1);
  return {
    ids: Float64Array.from(page, (ordinal) => columns.id[ordinal] as number),
    total: matches.total,
    last: last !== undefined && behind.length > page.length ? listings.listingIdOf(last) : null,
  };
}

/** Of these ids, in their order, the listings that are there. */
export function readEntries(
  { listings, dictionaries: words }: Pick<CountedIndex, "listings" | "dictionaries">,
  ids: Float64Array,
): IndexEntry[] {
  const { columns } = listings;
  const wordOf = (column: "city" | "state" | "zip", ordinal: number) =>
    words[column].spellingOf(columns[column][ordinal] as number) || null;
  const entries: IndexEntry[] = [];
  for (const id of ids) {
    const ordinal = listings.ordinalOf(id);
    if (ordinal === -1) continue;
    entries.push({
      listingId: listings.listingIdOf(ordinal),
      address: listings.addressOf(ordinal),
      city: wordOf("city", ordinal),
      state: wordOf("state", ordinal),
      zip: wordOf("zip", ordinal),
      status: words.status.spellingOf(columns.status[ordinal] as number),
      changedAt: columns.changedAt[ordinal] as number,
    });
  }
  return entries;
}
