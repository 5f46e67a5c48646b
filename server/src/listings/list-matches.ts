import type { TenantContext } from "../platform/context.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import type { PageRequest } from "../platform/http/list-envelope.ts";
import { joinCards } from "./cards/card.ts";
import { withCards } from "./cards/cards-of-hits.ts";
import { dayNumberByZone } from "./local-day.ts";
import { acceptedSources } from "./rules/accepted-sources.ts";
import type { ListingFilters, ListingHit } from "./search-index/listing-query.ts";
import type { UsesListings } from "./services.ts";

const NEWEST_FIRST = { by: "list_date", descending: true } as const;

/**
 * One page of the listings that match, in the list envelope.
 *
 * @param ranked ids that come first, in this order, where they match; all others follow, newest first.
 */
export async function listMatches(
  ctx: TenantContext<UsesListings>,
  filters: ListingFilters,
  page: PageRequest,
  ranked: readonly number[] = [],
): Promise<EncodedJson> {
  const { index, sources } = ctx.listings;
  const { page: number, page_size: size } = page;
  const from = (number - 1) * size;
  const { cards, total } = await withCards(ctx, await acceptedSources(ctx), () => {
    if (ranked.length > 0) return rankedPage(ctx, filters, { from, size }, ranked);
    return index.search({ ...filters, sort: NEWEST_FIRST, offset: from, limit: size });
  });
  const tail = `],"total":${total},"page":${number},"page_size":${size},"total_pages":${Math.ceil(total / size)}}`;
  const ends = { today: dayNumberByZone(ctx.clock.now()), sources };
  return new EncodedJson(joinCards('{"items":[', cards, tail, ends).bytes);
}

function rankedPage(
  ctx: TenantContext<UsesListings>,
  filters: ListingFilters,
  { from, size }: { from: number; size: number },
  ranked: readonly number[],
): { hits: ListingHit[]; total: number } {
  const { index } = ctx.listings;
  const matching = index.matchingSet(filters);
  // Past the end: everything would be walked for nothing.
  if (from >= matching.size) return { hits: [], total: matching.size };
  const first = ranked.filter((id) => matching.has(id));
  const isFirst = new Set(first);
  const behind = Math.max(0, from + size - first.length);
  const others =
    behind === 0
      ? []
      : index.best(filters, NEWEST_FIRST, { limit: behind, accepts: (id) => !isFirst.has(id) });
  const ids = [...first, ...others].slice(from, from + size);
  return { hits: index.hitsOf(ids), total: matching.size };
}
