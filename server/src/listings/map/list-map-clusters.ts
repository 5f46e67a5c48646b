import type { TenantContext } from "../../platform/context.ts";
import { weakTag } from "../../platform/http/etag.ts";
import { EncodedJson } from "../../platform/http/json-body.ts";
import { joinCards } from "../cards/card.ts";
import { withCards } from "../cards/cards-of-hits.ts";
import { brokenBox, inQuery } from "../filters/filter-rules.ts";
import { toListingFilters } from "../filters/to-listing-filters.ts";
import { dayNumberByZone } from "../local-day.ts";
import { acceptedSources } from "../rules/accepted-sources.ts";
import { boxRegion } from "../search-index/region.ts";
import type { UsesListings } from "../services.ts";
import type { MapClustersQuery } from "./map.schemas.ts";
import { gridOver } from "./map-grid.ts";
import { mapMarks } from "./map-marks.ts";

/** Clusters and single listings of a reply (search.md, D23). */
const MOST_MARKS = 500;
/** A tile of 256 pixels has 4 × 4 cells. */
const LEVELS_BELOW_ZOOM = 2;
/** Far more than a screen shows: an area that is larger than its zoom suggests gets larger cells. */
const MOST_CELLS = 4096;

/**
 * The listings of a part of the map: clusters with exact counts, and the listings of cells that have fewer than four. The cells are
 * squares of the map that do not move with its edge, and become larger where the reply would be too long.
 *
 * @throws AppError 422 for filters that contradict each other.
 */
export async function listMapClusters(
  ctx: TenantContext<UsesListings>,
  query: MapClustersQuery,
): Promise<EncodedJson> {
  const { min_lat, max_lat, min_lng, max_lng, zoom, ...given } = query;
  const filters = await toListingFilters(ctx, given, { place: inQuery, issues: brokenBox(query, inQuery) });
  const box = { minLat: min_lat, maxLat: max_lat, minLng: min_lng, maxLng: max_lng };
  const grid = gridOver(box, Math.floor(zoom) + LEVELS_BELOW_ZOOM, MOST_CELLS);
  const { index, sources } = ctx.listings;
  const { total, clusters, cards } = await withCards(ctx, await acceptedSources(ctx), () => {
    const marks = mapMarks(index, { filters, area: boxRegion(box) }, grid, MOST_MARKS);
    return { ...marks, hits: marks.points };
  });
  const head = `{"total":${total},"clusters":${JSON.stringify(clusters)},"listings":[`;
  const today = dayNumberByZone(ctx.clock.now());
  const { bytes, items } = joinCards(head, cards, "]}", { today, sources });
  return new EncodedJson(bytes, weakTag(head + items));
}
