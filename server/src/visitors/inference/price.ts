import { confidenceOf, MIN_CONFIDENCE } from "./confidence.ts";
import type { InferredPreferences } from "./events.ts";
import type { ListingEvidence } from "./evidence.ts";
import type { ExplicitCriteria } from "./explicit-criteria.ts";
import { countOf, quantile, sorted, sumOf, type Weighted } from "./weighted.ts";

/** The share of interest that is trimmed at either end as outliers. */
const TRIMMED_SHARE = 0.08;
/**
 * A view is an outlier when its price is farther from the median than this many median distances, and than a factor
 * of 1.3.
 */
const OUTLIER_DISTANCES = 2.6;
const OUTLIER_MIN_LOG = Math.log(1.3);
/** Outliers that hold a larger share of all interest are kept: one favorite of three is meant as much as the others. */
const MAX_OUTLIER_SHARE = 0.3;
/** The narrowest range, relative to its middle, that a few views at one price give. */
const MIN_RANGE = 0.1;
/** A range wider than a factor of 2 is less and less informative. */
const WIDE_LOG = Math.log(2);
/** Fewer weighted views give no range. */
const MIN_LOOKS = 1.8;

/**
 * Infers the price range out of the listings of interest without outliers. An end set by a filter or query replaces the
 * inferred one.
 */
export function inferPrice(
  evidence: readonly ListingEvidence[],
  explicit: ExplicitCriteria["price"],
): InferredPreferences["price"] {
  const looks = looksOf(evidence);
  const seen = rangeOf(looks.filter(({ value }) => isWithin(value, explicit)));
  const set = (explicit.min?.weight ?? 0) + (explicit.max?.weight ?? 0);
  if (seen === null && set === 0) return null;
  const min = explicit.min?.value ?? seen?.min ?? null;
  const max = explicit.max?.value ?? seen?.max ?? null;
  const confidence = confidenceIn(looks, { min, max }, set);
  // An explicit price does not depend on views.
  if (set > 0) return { min, max, confidence: Math.max(MIN_CONFIDENCE, confidence) };
  return confidence < MIN_CONFIDENCE ? null : { min, max, confidence };
}

function looksOf(evidence: readonly ListingEvidence[]): Weighted[] {
  const looks = evidence.flatMap(({ traits: { price }, interest }) =>
    interest > 0 && price !== null && price > 0 && Number.isFinite(price)
      ? [{ value: price, weight: interest }]
      : [],
  );
  return sorted(looks);
}

function isWithin(price: number, { min, max }: ExplicitCriteria["price"]): boolean {
  return (min === null || price >= min.value) && (max === null || price <= max.value);
}

function rangeOf(looks: Weighted[]): { min: number; max: number } | null {
  const kept = withoutOutliers(looks);
  // A single favorite is one price, but strong evidence.
  if (kept.length === 0 || (countOf(kept) < MIN_LOOKS && sumOf(kept) < 4)) return null;
  const [low, high] = [quantile(kept, TRIMMED_SHARE), quantile(kept, 1 - TRIMMED_SHARE)];
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, (middle * MIN_RANGE) / 2);
  return rounded(middle - half, middle + half);
}

function withoutOutliers(looks: Weighted[]): Weighted[] {
  if (looks.length < 3) return looks;
  const middle = Math.log(quantile(looks, 0.5));
  const distances = sorted(
    looks.map(({ value, weight }) => ({ value: Math.abs(Math.log(value) - middle), weight })),
  );
  const farthest = Math.max(OUTLIER_MIN_LOG, OUTLIER_DISTANCES * quantile(distances, 0.5));
  const kept = looks.filter(({ value }) => Math.abs(Math.log(value) - middle) <= farthest);
  return sumOf(kept) < (1 - MAX_OUTLIER_SHARE) * sumOf(looks) ? looks : kept;
}

/** Rounds to usual figures, always inwards: the range covers only prices that were viewed. */
function rounded(low: number, high: number): { min: number; max: number } {
  const step = high >= 1_000_000 ? 25_000 : high >= 200_000 ? 5_000 : high >= 20_000 ? 1_000 : 1;
  const [min, max] = [Math.ceil(low / step) * step, Math.floor(high / step) * step];
  return min < max ? { min, max } : { min: Math.floor(low), max: Math.ceil(high) };
}

function confidenceIn(
  looks: Weighted[],
  { min, max }: { min: number | null; max: number | null },
  set: number,
): number {
  const inside = looks.filter(({ value }) => value >= (min ?? 0) * 0.93 && value <= (max ?? Infinity) * 1.07);
  const agreeing = sumOf(inside) + set;
  const width = min !== null && max !== null ? Math.log(max / min) : WIDE_LOG;
  // Random views fall into a wide range too. An explicit range is certain by itself.
  const informativeness = width <= WIDE_LOG || set > 0 ? 1 : WIDE_LOG / width;
  return confidenceOf(agreeing, sumOf(looks) - sumOf(inside), informativeness);
}
