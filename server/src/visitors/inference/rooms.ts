import type { Asked } from "./asked.ts";
import { confidenceOf, LEAST } from "./confidence.ts";
import type { ListingEvidence } from "./evidence.ts";
import { countOf, lowestBut, sorted, sumOf } from "./weighted.ts";

/** Interest in smaller homes that is left out: strays. */
const IGNORED = 0.14;
const FEWEST = 1.8;

/**
 * The least number of rooms among what drew somebody, strays left out, or what they have set. `everyHome` is what every home
 * has: nobody who looks at homes with so few asks for anything.
 */
export function inferRooms(
  evidence: readonly ListingEvidence[],
  room: "beds" | "baths",
  asked: Asked["bedrooms"],
  everyHome: number,
): { min: number; confidence: number } | null {
  const looks = sorted(
    evidence.flatMap(({ traits, interest }) => {
      const count = traits[room];
      return interest > 0 && count !== null && count > 0 ? [{ value: count, weight: interest }] : [];
    }),
  );
  const seen =
    looks.length > 0 && (countOf(looks) >= FEWEST || sumOf(looks) >= 4) ? lowestBut(looks, IGNORED) : 0;
  const min = asked?.value ?? seen;
  if (!asked && min <= everyHome) return null;
  const enough = looks.filter(({ value }) => value >= min);
  const confidence = confidenceOf(sumOf(enough) + (asked?.weight ?? 0), sumOf(looks) - sumOf(enough));
  // What they have set stands, whatever they look at.
  if (asked) return { min, confidence: Math.max(LEAST, confidence) };
  return confidence < LEAST ? null : { min, confidence };
}
