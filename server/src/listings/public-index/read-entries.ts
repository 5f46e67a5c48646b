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

export type EntryPage = { entries: IndexEntry[]; total: number; follows: boolean };

const selection = new PageSelection();

/** The next `limit` matches by listing_id behind `after`. Copies, which later changes of the index do not touch. */
export function readEntries(
  { matches, listings, words }: FoundListings,
  { after, limit }: { after: string | null; limit: number },
): EntryPage {
  const { columns, shape } = listings;
  const from = after === null ? -Infinity : listings.ids.labelThrough(after);
  const { labelOf } = shape;
  const behind = matches.list().filter((ordinal) => labelOf(ordinal) > from);
  const page = selection.page(behind, labelOf, labelOf, { offset: 0, limit });
  const wordOf = (column: "city" | "state" | "zip", ordinal: number) =>
    words[column].spellingOf(columns[column][ordinal] as number) || null;
  const entries = page.map((ordinal) => ({
    listingId: listings.listingIdOf(ordinal),
    address: listings.addressOf(ordinal),
    city: wordOf("city", ordinal),
    state: wordOf("state", ordinal),
    zip: wordOf("zip", ordinal),
    status: words.status.spellingOf(columns.status[ordinal] as number),
    changedAt: columns.changedAt[ordinal] as number,
  }));
  return { entries, total: matches.total, follows: behind.length > page.length };
}
