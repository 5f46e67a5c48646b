import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { stateOf } from "../filters/conditions.ts";
import { filterFields, type GivenFilters } from "../filters/filter-fields.ts";
import { inQuery } from "../filters/filter-rules.ts";
import { toListingFilters } from "../filters/to-listing-filters.ts";
import { getListing } from "../get-listing.ts";
import { readStoredOpenHouses } from "../open-houses/placed-open-houses.ts";
import { publicListing } from "../public-listing.sql.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import type { UsesListings } from "../services.ts";
import { shownValue } from "./shown-value.ts";
import type { FilterCheck, Why, WhyQuery } from "./why.schemas.ts";

const DAY_MS = 86_400_000;

/** They are no filters by themselves. */
const PARTS: readonly string[] = ["include_unknown", "include_unknown_of", "center_lat", "center_lng"];
const EARTH = { min_lat: -90, max_lat: 90, min_lng: -180, max_lng: 180 };

/**
 * Why a list with these filters has a listing, or has it not: each filter by itself (search.md, D20).
 *
 * @throws AppError 404 when the caller may not see the listing, 422 for filters that the list refuses.
 */
export async function explainMatch(
  ctx: TenantContext<UsesListings>,
  { listing_id, ...query }: WhyQuery & { listing_id: string },
): Promise<Why> {
  const given: GivenFilters = query;
  const whole = await toListingFilters(ctx, given, { place: inQuery });
  const shown = await getListing(ctx, { listing_id });
  const found = await publicListing(ctx.db, listing_id, ctx.tenant.sourceIds);
  if (!found) throw new AppError("not_found", "Property not found");
  const { index } = ctx.listings;
  if (!index.holds(found.id)) await index.catchUp();

  const holds = (filters: ListingFilters) => index.counted.matches(found.id, filters);
  const of = { listing: shown, given, openHouseDays: openHouseDays(ctx, found.id) };
  const checks: FilterCheck[] = [];
  const byDefault = stateOf(ctx, given);
  const state = given.state ?? (byDefault === "any" ? byDefault : byDefault.toUpperCase());
  for (const parameter of Object.keys({ state, ...given }) as (keyof GivenFilters)[]) {
    const wanted = parameter === "state" ? state : given[parameter];
    if (wanted === undefined || PARTS.includes(parameter) || !(parameter in filterFields)) continue;
    const alone = await toListingFilters(ctx, onlyOne(parameter, { ...given, state }), { place: inQuery });
    checks.push({ parameter, wanted, has: shownValue(parameter, of), holds: holds(alone) });
  }
  return { matches: holds(whole), checks };
}

/** The filters of a request without all but one, which may need others to be understood. */
function onlyOne(parameter: keyof GivenFilters, given: GivenFilters): GivenFilters {
  const { state, include_unknown, include_unknown_of, center_lat, center_lng, open_house_from } = given;
  const alone = {
    state: parameter === "state" ? state : "any",
    include_unknown,
    include_unknown_of,
    [parameter]: given[parameter],
  };
  if (parameter === "radius_miles") return { ...alone, center_lat, center_lng };
  // One open house must be within both days.
  if (parameter === "open_house_to") return { ...alone, open_house_from };
  return parameter in EARTH ? { ...EARTH, ...alone } : alone;
}

/** The days of the listing's open houses to come, where it is. */
function openHouseDays({ listings: { index }, clock }: TenantContext<UsesListings>, id: number): string[] {
  const now = clock.now().getTime();
  return readStoredOpenHouses(index.counted.openHousesOf(id))
    .filter(({ ends }) => ends > now)
    .map(({ day }) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}
