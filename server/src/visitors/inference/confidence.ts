/** Evidence of this weight makes somebody 63 % sure: two good looks at listings. */
const SATURATION = 2.2;
/** A change of a filter speaks for itself: it weighs as much as some six good looks. */
export const FILTER_WEIGHT = 6;
/** Words that were typed: nearly as much. */
export const QUERY_WEIGHT = 3.5;
/** 100 is what visitors state themselves. */
const MAX_INFERRED = 98;
/** What is less sure is not stated at all. */
export const MIN_CONFIDENCE = 25;

/**
 * 0 to 98, a whole number: rises with the weight of what agrees, falls with that of what contradicts. `tells` (0 to 1) is how
 * much agreement tells at all: little where chance would agree as well.
 */
export function confidenceOf(agreeing: number, contradicting: number, informativeness = 1): number {
  const all = agreeing + contradicting;
  if (!(all > 0)) return 0;
  const weight = 1 - Math.exp(-agreeing / SATURATION);
  return Math.round(MAX_INFERRED * (agreeing / all) * weight * Math.min(1, Math.max(0, informativeness)));
}

/** Most certain first; of equals in the order of their names, so that nothing hangs on chance. */
export function mostCertain<Claim extends { confidence: number }>(
  claims: Iterable<Claim>,
  nameOf: (claim: Claim) => string,
): Claim[] {
  return [...claims]
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence || (nameOf(a) < nameOf(b) ? -1 : 1));
}
