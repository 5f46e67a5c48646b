import { confidenceOf, mostCertain } from "./confidence.ts";
import type { ListingEvidence } from "./evidence.ts";
import type { ExplicitCriteria } from "./explicit-criteria.ts";
import type { InferredPreferences } from "./preferences.ts";

/** A town with less of somebody's interest is one they passed through. */
const MIN_SHARE = 0.14;
/** The part of the interest in other towns that speaks against one: people look in two or three. */
const ELSEWHERE_FACTOR = 0.3;
/** Fewer looks, and no favorite, are passing by. */
const MIN_LISTINGS = 2;
const FAVORITE_INTEREST = 4;

/** The towns where somebody looks, and those they have asked for. */
export function inferLocations(
  evidence: readonly ListingEvidence[],
  explicit: ExplicitCriteria["cities"],
  unwanted: ExplicitCriteria["cities"],
): InferredPreferences["locations"] {
  const towns = new Map<string, { interest: number; listings: number }>();
  let all = 0;
  for (const { traits, interest } of evidence) {
    if (traits.city === null || interest === 0) continue;
    const town = towns.get(traits.city) ?? { interest: 0, listings: 0 };
    towns.set(traits.city, { interest: town.interest + interest, listings: town.listings + 1 });
    all += interest;
  }
  const claims = [...new Set([...towns.keys(), ...explicit.keys()])].map((city) => {
    const { interest = 0, listings = 0 } = towns.get(city) ?? {};
    const explicitWeight = explicit.get(city) ?? 0;
    const isPassing = interest < all * MIN_SHARE || (listings < MIN_LISTINGS && interest < FAVORITE_INTEREST);
    if (explicitWeight === 0 && isPassing) return { value: city, confidence: 0 };
    const against = (all - interest) * ELSEWHERE_FACTOR + (unwanted.get(city) ?? 0);
    return { value: city, confidence: confidenceOf(interest + explicitWeight, against) };
  });
  return mostCertain(claims, ({ value }) => value);
}
