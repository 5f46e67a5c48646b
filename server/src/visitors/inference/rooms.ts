import { confidenceOf, MIN_CONFIDENCE } from "./confidence.ts";
import type { ListingEvidence } from "./evidence.ts";
import type { ExplicitCriteria } from "./explicit-criteria.ts";
import { countOf, lowestAbove, sorted, sumOf } from "./weighted.ts";

/** The share of interest in smaller homes that is ignored as outliers. */
const IGNORED_SHARE = 0.14;
const MIN_LOOKS = 1.8;

/**
 * Infers the minimum number of rooms out of the listings of interest without outliers, or takes the explicit one. Viewing
 * homes with at most `everyHome` rooms expresses no preference.
 */
export function inferRooms(
  evidence: readonly ListingEvidence[],
  room: "beds" | "baths",
  explicit: ExplicitCriteria["bedrooms"],
  everyHome: number,
): { min: number; confidence: number } | null {
  const looks = sorted(
    evidence.flatMap(({ traits, interest }) => {
      const count = traits[room];
      return interest > 0 && count !== null && count > 0 ? [{ value: count, weight: interest }] : [];
    }),
  );
  const seen =
    looks.length > 0 && (countOf(looks) >= MIN_LOOKS || sumOf(looks) >= 4)
      ? lowestAbove(looks, IGNORED_SHARE)
      : 0;
  const min = explicit?.value ?? seen;
  if (!explicit && min <= everyHome) return null;
  const enough = looks.filter(({ value }) => value >= min);
  const confidence = confidenceOf(sumOf(enough) + (explicit?.weight ?? 0), sumOf(looks) - sumOf(enough));
  // An explicit minimum does not depend on views.
  if (explicit) return { min, confidence: Math.max(MIN_CONFIDENCE, confidence) };
  return confidence < MIN_CONFIDENCE ? null : { min, confidence };
}
