/** Evidence of this weight, about two thorough views, gives a confidence of 63 % of the maximum. */
const SATURATION = 2.2;
/** Weight of a filter change: about six thorough views. */
export const FILTER_WEIGHT = 6;
/** Weight of a typed query. */
export const QUERY_WEIGHT = 3.5;
/** The highest inferred confidence. 100 is reserved for what visitors state themselves. */
const MAX_INFERRED = 98;
/** Anything less certain is left out. */
export const MIN_CONFIDENCE = 25;

/**
 * A whole number from 0 to 98 that rises with the weight of agreeing evidence and falls with that of contradicting
 * evidence. `informativeness` (0 to 1) lowers it where chance would produce agreement as well.
 */
export function confidenceOf(agreeing: number, contradicting: number, informativeness = 1): number {
  const all = agreeing + contradicting;
  if (!(all > 0)) return 0;
  const weight = 1 - Math.exp(-agreeing / SATURATION);
  return Math.round(MAX_INFERRED * (agreeing / all) * weight * Math.min(1, Math.max(0, informativeness)));
}

/** Sorts by confidence, then by name, so that the order is deterministic. Drops claims below MIN_CONFIDENCE. */
export function mostCertain<Claim extends { confidence: number }>(
  claims: Iterable<Claim>,
  nameOf: (claim: Claim) => string,
): Claim[] {
  return [...claims]
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence || (nameOf(a) < nameOf(b) ? -1 : 1));
}
