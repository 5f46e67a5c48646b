import { setImmediate } from "node:timers/promises";
import type { TenantContext } from "../../platform/context.ts";
import { weakTag } from "../../platform/http/etag.ts";
import { EncodedJson } from "../../platform/http/json-body.ts";
import { inQuery } from "../filters/filter-rules.ts";
import { encodeCursor, listOf, readCursor } from "../page-cursor.ts";
import type { UsesListings } from "../services.ts";
import { listingSlug } from "../slug.ts";
import { statusInApi } from "../statuses.ts";
import type { ListingIndexQuery } from "./public-index.schemas.ts";
import { type IndexEntry, readEntries, readPage } from "./read-entries.ts";

const PAGE_SIZE = 10_000;
/** Listings in one go: some milliseconds. */
const PART = 1000;

/**
 * The addresses of all public listings by listing_id, with the time of their last change, from the index in memory: what sitemaps are
 * made of.
 *
 * @throws AppError 422 for a cursor of another list.
 */
export async function listListingIndex(
  ctx: TenantContext<UsesListings>,
  { cursor }: ListingIndexQuery,
): Promise<EncodedJson> {
  const { brokerageId, sourceIds } = ctx.tenant;
  const filters = sourceIds ? { sourceIds } : {};
  const list = listOf(brokerageId, filters, "listing_id");
  const begin = cursor === undefined ? null : readCursor(list, cursor, inQuery);
  const wanted = { after: begin?.after.id ?? null, limit: PAGE_SIZE };
  const { index } = ctx.listings;
  const page = index.readMatches(filters, null, (found) => readPage(found, wanted));
  const { ids, total, last } = page ?? { ids: new Float64Array(), total: 0, last: null };
  const items: string[] = [];
  for (let from = 0; from < ids.length; from += PART) {
    const entries = readEntries(index.counted, ids.subarray(from, from + PART));
    for (const entry of entries) items.push(JSON.stringify(shown(entry)));
    await setImmediate();
  }
  const seen = (begin?.seen ?? 0) + ids.length;
  const next = last === null ? null : encodeCursor(list, { after: { value: null, id: last }, seen });
  const json = `{"items":[${items.join(",")}],"total":${total},"next_cursor":${JSON.stringify(next)}}`;
  return new EncodedJson(json, weakTag(json));
}

function shown({ listingId, status, changedAt, ...place }: IndexEntry) {
  return {
    id: listingId,
    slug: listingSlug(place),
    status: statusInApi(status),
    updated_at: new Date(changedAt).toISOString(),
  };
}
