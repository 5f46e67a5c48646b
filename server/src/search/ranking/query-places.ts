import { middleOfListings, type UsesListings } from "../../listings/index.ts";
import { doubtfulPlacesIn, type KnownPlaces } from "../../plain-words/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { IdSet } from "../../platform/id-set.ts";
import { mentionedNames } from "./mentioned-names.sql.ts";

/** Listings whose positions the middle of a city is computed from. */
const MAX_POSITIONS = 500;

/** The places of the tenant's listings, with what has to be asked about the places that a query names. */
export async function placesOfQuery(ctx: TenantContext<UsesListings>, query: string): Promise<KnownPlaces> {
  const { index } = ctx.listings;
  const { sourceIds } = ctx.tenant;
  const known = index.placeNames(sourceIds);
  const names = doubtfulPlacesIn(query, known);
  const sources = sourceIds === null ? {} : { sourceIds };
  const mentioned = await namesOfListings(ctx, names, sources);
  return {
    ...known,
    isMentioned: (name) => mentioned.has(name),
    hasState: (state) =>
      index.best(
        { ...sources, state },
        { by: "list_date", descending: true },
        { limit: 1, accepts: () => true },
      ).length > 0,
  };
}

/** Which of these names a listing of these sources mentions. */
async function namesOfListings(
  ctx: TenantContext<UsesListings>,
  names: readonly string[],
  sources: { sourceIds?: readonly number[] },
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const own = ctx.listings.index.matchingSet(sources);
  const mentioned = await mentionedNames(ctx.db, names);
  return new Set(
    mentioned.filter(({ listings }) => listings.some((id) => own.has(id))).map(({ name }) => name),
  );
}

/** The tenant's listings within some miles of the middle of each city's listings; null for no city. */
export async function listingsNear(
  ctx: TenantContext<UsesListings>,
  near: readonly { place: string; miles: number }[],
): Promise<IdSet | null> {
  const { index } = ctx.listings;
  const sources = ctx.tenant.sourceIds === null ? {} : { sourceIds: ctx.tenant.sourceIds };
  const [first] = near;
  if (first === undefined) return null;
  const inCity = index.matchingSet({ ...sources, city: first.place }).first(MAX_POSITIONS);
  const middle = await middleOfListings(ctx.db, inCity);
  return middle && index.matchingSet({ ...sources, radius: { ...middle, miles: first.miles } });
}
