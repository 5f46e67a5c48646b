import { confidenceOf, MIN_CONFIDENCE } from "./confidence.ts";
import type { ListingEvidence } from "./evidence.ts";
import type { ExplicitCriteria } from "./explicit-criteria.ts";
import { countOf, lowestAbove, sorted, sumOf } from "./weighted.ts";

/** Interest in smaller homes that is left out: strays. */
const IGNORED_SHARE = 0.14;
const MIN_LOOKS = 1.8;

/**
 * The least number of rooms among what drew somebody, strays left out, or what they have set. `everyHome` is what every home
 * has: nobody who looks at homes with so few asks for anything.
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
  // What they have set stands, whatever they look at.
  if (explicit) return { min, confidence: Math.max(MIN_CONFIDENCE, confidence) };
  return confidence < MIN_CONFIDENCE ? null : { min, confidence };
}
