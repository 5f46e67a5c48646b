import { confidenceOf, mostCertain } from "./confidence.ts";
import type { InferredPreferences } from "./events.ts";
import type { ListingEvidence } from "./evidence.ts";
import type { ExplicitCriteria } from "./explicit-criteria.ts";

/** A town with a smaller share of the interest is ignored. */
const MIN_SHARE = 0.14;
/** Interest in other towns counts against a town by this factor: visitors usually look in two or three towns. */
const ELSEWHERE_FACTOR = 0.3;
/** Fewer views without a favorite are ignored. */
const MIN_LISTINGS = 2;
const FAVORITE_INTEREST = 4;

/** Infers the towns that the visitor views listings in, and those the visitor asked for. */
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
