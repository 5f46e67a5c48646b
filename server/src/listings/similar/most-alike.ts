import { protectedTermsIn } from "../../fair-housing/index.ts";
import { featureWords, HIDDEN_FEATURES } from "../search-index/feature-words.ts";
import type { FoundListings } from "../search-index/found-listings.ts";
import type { IndexKeeper } from "../search-index/index-keeper.ts";
import type { ListingFilters, ListingHit } from "../search-index/listing-query.ts";
import { type Likeness, likenessOf, MILES_AROUND, reasonsOf, SHARE_OF_FEATURES } from "./compare-listings.ts";

export type AlikeListing = { hit: ListingHit; score: number; reasons: string[] };

/** Reasons name so many features. */
const NAMED_FEATURES = 3;

type Reference = Likeness & { id: number; type: string; cityName: string; features: ReadonlySet<number> };

/** The listings of the same type in the same city or within 15 miles, the Active ones first, then the most alike (search.md, D21). */
export function mostAlike(
  index: Pick<IndexKeeper, "readMatches">,
  id: number,
  { sourceIds, limit }: { sourceIds: readonly number[] | null; limit: number },
): AlikeListing[] {
  const sources = sourceIds ? { sourceIds } : {};
  const reference = index.readMatches(sources, null, (found) => referenceOf(found, id));
  if (!reference) return [];
  const { type, lat, lng, cityName } = reference;
  const areas: ListingFilters[] = [];
  if (cityName !== "") areas.push({ city: cityName });
  if (!Number.isNaN(lat)) areas.push({ radius: { lat, lng, miles: MILES_AROUND } });
  const best = new Map<number, Candidate>();
  for (const area of areas) {
    const filters = { ...sources, ...area, propertyType: type };
    const found = index.readMatches(filters, null, (found) => bestOf(found, reference, limit)) ?? [];
    for (const candidate of found) best.set(candidate.hit.id, candidate);
  }
  return [...best.values()].sort(compareCandidates).slice(0, limit);
}

type Candidate = AlikeListing & { isActive: boolean };

function compareCandidates(one: Candidate, other: Candidate): number {
  if (one.isActive !== other.isActive) return one.isActive ? -1 : 1;
  return other.score - one.score || (one.hit.listingId < other.hit.listingId ? -1 : 1);
}

function referenceOf({ listings, words }: FoundListings, id: number): Reference | null {
  const ordinal = listings.ordinalOf(id);
  if (ordinal === -1) return null;
  const { type, city, slot } = listings.columns;
  const features = listings.features
    .featuresOf(slot[ordinal] as number)
    .filter((feature) => isCompared(words.feature.spellingOf(feature)));
  return {
    ...likenessAt(listings, ordinal),
    id,
    type: words.type.spellingOf(type[ordinal] as number),
    cityName: words.city.spellingOf(city[ordinal] as number),
    features: new Set(features),
  };
}

/** Features are looked up only of listings that they could bring among the best. */
function bestOf(
  { matches, listings, words }: FoundListings,
  reference: Reference,
  limit: number,
): Candidate[] {
  const best: Candidate[] = [];
  const active = words.status.find("Active");
  const { id, revision, slot, status } = listings.columns;
  for (const ordinal of matches.list()) {
    if (id[ordinal] === reference.id) continue;
    const other = likenessAt(listings, ordinal);
    const isActive = status[ordinal] === active;
    const likeness = likenessOf(reference, other);
    const worst = best.length === limit ? best.at(-1) : undefined;
    if (worst && (isActive ? worst.isActive : true)) {
      if (!isActive && worst.isActive) continue;
      if (likeness + SHARE_OF_FEATURES < worst.score) continue;
    }
    const features = listings.features.featuresOf(slot[ordinal] as number);
    const shared = features.filter((feature) => reference.features.has(feature));
    const all = reference.features.size + features.length - shared.length;
    const score = rounded(likeness + SHARE_OF_FEATURES * (all === 0 ? 0 : shared.length / all));
    const candidate = {
      hit: {
        id: id[ordinal] as number,
        revision: revision[ordinal] as number,
        listingId: listings.listingIdOf(ordinal),
      },
      isActive,
      score,
      reasons: [] as string[],
    };
    if (worst && compareCandidates(candidate, worst) > 0) continue;
    const named = namesOf(shared.map((feature) => words.feature.spellingOf(feature)));
    const isSameCity = reference.cityName !== "" && other.city === reference.city;
    candidate.reasons = reasonsOf(reference, other, isSameCity, named);
    best.push(candidate);
    best.sort(compareCandidates);
    if (best.length > limit) best.pop();
  }
  return best;
}

function isCompared(feature: string): boolean {
  return !HIDDEN_FEATURES.includes(feature) && protectedTermsIn(feature).length === 0;
}

/** What a feed's entry names is named by the entry alone, not by the vocabulary's key as well. */
function namesOf(features: readonly string[]): string[] {
  const named = new Set(features.flatMap((entry) => featureWords([entry]).filter((word) => word !== entry)));
  return features
    .filter((feature) => !named.has(feature))
    .slice(0, NAMED_FEATURES)
    .map((feature) => feature.replaceAll("_", " "))
    .sort();
}

function likenessAt({ columns }: FoundListings["listings"], ordinal: number): Likeness {
  const at = (name: keyof Likeness) => columns[name][ordinal] as number;
  return {
    city: at("city"),
    lat: at("lat"),
    lng: at("lng"),
    price: at("price"),
    sqft: at("sqft"),
    beds: at("beds"),
    baths: at("baths"),
  };
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
