import { setImmediate } from "node:timers/promises";
import { utcDay } from "../../platform/clock.ts";
import type { TenantContext } from "../../platform/context.ts";
import { weakTag } from "../../platform/http/etag.ts";
import { EncodedJson } from "../../platform/http/json-body.ts";
import { inQuery } from "../filters/filter-rules.ts";
import { toListingFilters } from "../filters/to-listing-filters.ts";
import { spanOf } from "../search-index/answer-cache.ts";
import type { FoundListings } from "../search-index/found-listings.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import type { UsesListings } from "../services.ts";
import type { MarketMonth, MarketStatsQuery } from "./market.schemas.ts";
import { MarketFigures } from "./market-figures.ts";
import { MarketMonths } from "./market-months.ts";
import { shownFacts } from "./shown-facts.ts";

/** Listings counted in one go: some milliseconds. */
const PART = 5000;

/**
 * Statistics of a market by month, from the listings that visitors may see and what they may know of them (search.md, D25). Counted from
 * memory, one statistic at a time, and kept until a listing or a rule changes or a day begins.
 *
 * @throws AppError 503 shortly after a start, until the listings are read.
 */
export async function getMarketStats(
  ctx: TenantContext<UsesListings>,
  { months, ...given }: MarketStatsQuery,
): Promise<EncodedJson> {
  const { property_type = ["Residential"] } = given;
  const filters = await toListingFilters(ctx, { ...given, property_type }, { place: inQuery });
  const { market, index, statistics } = ctx.listings;
  await market.catchUp();
  const now = ctx.clock.now();
  const key = JSON.stringify([months, filters]);
  const state = () => ({
    version: `${index.searchVersion} ${market.version} ${utcDay(now)}`,
    now: now.getTime(),
    span: spanOf(filters, index),
  });
  const known = statistics.replies.get(key, state());
  if (known) return known;
  return statistics.queue.run(ctx.caller, ctx.signal, async () => {
    const before = state();
    // An equal request may have been before this one in the queue.
    const counted = statistics.replies.get(key, before);
    if (counted) return counted;
    const figures = await count(ctx, filters, new MarketMonths(now, months));
    const json = JSON.stringify({ months: figures });
    const reply = new EncodedJson(json, weakTag(json));
    statistics.replies.set(key, before, reply);
    return reply;
  });
}

async function count(
  { listings: { index, market, sources } }: TenantContext<UsesListings>,
  filters: ListingFilters,
  months: MarketMonths,
): Promise<MarketMonth[]> {
  const figures = new MarketFigures(months);
  const found = index.readMatches(filters, null, idsOf);
  if (found) {
    const { ids, areActive } = found;
    for (let nth = 0; nth < ids.length; nth++) {
      const facts = market.of(ids[nth] as number);
      if (facts) figures.add(shownFacts(facts, sources.hiddenOf(facts.source)), areActive[nth] === 1);
      if (nth % PART === PART - 1) await setImmediate();
    }
  }
  return figures.months();
}

/** Copies, because the index may change while they are counted. */
function idsOf({ matches, listings, words }: FoundListings): { ids: Float64Array; areActive: Uint8Array } {
  const ordinals = matches.list();
  const { id, status } = listings.columns;
  const active = words.status.find("Active");
  const ids = new Float64Array(ordinals.length);
  const areActive = new Uint8Array(ordinals.length);
  for (let nth = 0; nth < ordinals.length; nth++) {
    const ordinal = ordinals[nth] as number;
    ids[nth] = id[ordinal] as number;
    areActive[nth] = status[ordinal] === active ? 1 : 0;
  }
  return { ids, areActive };
}
