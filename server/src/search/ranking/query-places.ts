import { middleOfListings, type UsesListings } from "../../listings/index.ts";
import type { UsesModels } from "../../models/index.ts";
import {
  type ComparedAs,
  isWrittenAsPlace,
  type KnownPlaces,
  type StartedReading,
  startReading,
} from "../../plain-words/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { IdSet } from "../../platform/id-set.ts";
import type { UsesSearch } from "../services.ts";
import { correctWords } from "./correct-words.ts";
import { mentionedNames } from "./mentioned-names.sql.ts";

/** Listings whose positions the middle of a city is computed from. */
const MAX_POSITIONS = 500;

/** Names and words that are looked up in the listings' texts. Further ones count as mentioned: they are compared, and none is reported. */
const MAX_NAMES = 8;

/** A query read as far as its places, with what the listings of the tenant have of them. */
export type PlacedQuery = { started: StartedReading; known: KnownPlaces; corrected: ComparedAs[] };

/**
 * The places of the tenant's listings, with the query read as far as its places, and which of the other names and unknown words in it the
 * listings mention. Words that none of them has are corrected first, where one that they have was meant.
 */
export async function placesOfQuery(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  query: string,
): Promise<PlacedQuery> {
  const placed = await readQuery(ctx, query);
  const absent = placed.started.unknown.filter(
    (word) => placed.absent.has(word) && !isWrittenAsPlace(placed.started, word),
  );
  if (absent.length === 0) return { ...placed, corrected: [] };
  const { corrected, ...meant } = correctWords(query, absent, await ctx.search.vocabularies.of(ctx));
  if (corrected.length === 0) return { ...placed, corrected };
  return { ...(await readQuery(ctx, meant.query)), corrected };
}

async function readQuery(ctx: TenantContext<UsesListings & UsesModels>, query: string) {
  const { index } = ctx.listings;
  const { sourceIds } = ctx.tenant;
  const places = index.placeNames(sourceIds);
  const started = startReading(query, places);
  // A model that is not built in may know what no vocabulary and no listing has.
  const unknown = ctx.models.provider === "builtin" ? started.unknown : [];
  const names = [...new Set([...started.doubtful, ...unknown])].slice(0, MAX_NAMES);
  const mentioned = names.length === 0 ? [] : await mentionedNames(ctx.db, names, sourceIds);
  const absent = new Set(names.filter((name) => !mentioned.includes(name)));
  const sources = sourceIds === null ? {} : { sourceIds };
  const known: KnownPlaces = {
    ...places,
    isMentioned: (name) => !absent.has(name),
    hasWord: (word) => ctx.models.provider !== "builtin" || !absent.has(word),
    hasState: (state) =>
      index.best(
        { ...sources, state },
        { by: "list_date", descending: true },
        { limit: 1, accepts: () => true },
      ).length > 0,
  };
  return { started: { ...started, unknown }, known, absent };
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
