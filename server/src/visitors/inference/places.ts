import type { Asked } from "./asked.ts";
import { confidenceOf, mostCertain } from "./confidence.ts";
import type { ListingEvidence } from "./evidence.ts";
import type { InferredPreferences } from "./preferences.ts";

/** A town with less of somebody's interest is one they passed through. */
const SHARE = 0.14;
/** The part of the interest in other towns that speaks against one: people look in two or three. */
const ELSEWHERE = 0.3;
/** Fewer looks, and no favorite, are passing by. */
const FEWEST_LISTINGS = 2;
const FAVORITE_LIKE = 4;

/** The towns where somebody looks, and those they have asked for. */
export function inferPlaces(
  evidence: readonly ListingEvidence[],
  asked: Asked["cities"],
  unwanted: Asked["cities"],
): InferredPreferences["locations"] {
  const towns = new Map<string, { interest: number; listings: number }>();
  let all = 0;
  for (const { traits, interest } of evidence) {
    if (traits.city === null || interest === 0) continue;
    const town = towns.get(traits.city) ?? { interest: 0, listings: 0 };
    towns.set(traits.city, { interest: town.interest + interest, listings: town.listings + 1 });
    all += interest;
  }
  const claims = [...new Set([...towns.keys(), ...asked.keys()])].map((city) => {
    const { interest = 0, listings = 0 } = towns.get(city) ?? {};
    const said = asked.get(city) ?? 0;
    const passing = interest < all * SHARE || (listings < FEWEST_LISTINGS && interest < FAVORITE_LIKE);
    if (said === 0 && passing) return { value: city, confidence: 0 };
    const against = (all - interest) * ELSEWHERE + (unwanted.get(city) ?? 0);
    return { value: city, confidence: confidenceOf(interest + said, against) };
  });
  return mostCertain(claims, ({ value }) => value);
}
