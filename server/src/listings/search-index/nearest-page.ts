import { milesBetween, roundedMiles } from "../distance.ts";
import type { Columns } from "./columns.ts";
import type { Matches } from "./matches.ts";
import { distanceBounds } from "./region.ts";
import type { Listings, Page, ResultPages } from "./result-page.ts";
import { PAGE_WORDS, type SpatialPages } from "./spatial-pages.ts";
import { countBits, ordinalsIn } from "./word-kernels.ts";

export type Circle = { lat: number; lng: number; miles: number };
type DistanceSort = { circle: Circle; descending: boolean };

/** Of fewer matches each distance is calculated. */
const FEW = 400;
const BINS = 256;
/** Miles, more than what rounding to hundredths changes. */
const SLACK = 0.05;

/**
 * A page of matches by their distance from the middle of a circle. Of many, the pages of the index are counted by the bounds of their
 * distances, and only the ring in which the page must be is looked at.
 */
export function pageByDistance(
  matches: Matches,
  { circle, descending }: DistanceSort,
  { pages, columns }: { pages: SpatialPages; columns: Columns },
  listings: Listings & { results: ResultPages },
  page: Page,
): number[] {
  const keyOf = (ordinal: number) => {
    const { lat, lng } = columns;
    const miles = milesBetween(circle.lat, circle.lng, lat[ordinal] as number, lng[ordinal] as number);
    return descending ? -roundedMiles(miles) : roundedMiles(miles);
  };
  if (matches.ordinals || matches.total <= FEW)
    return listings.results.select(matches.list(), keyOf, listings, page);
  const bits = matches.bits(listings.words);
  const ring = ringOf(matches, bits, { circle, descending }, pages, page);
  return listings.results.select(ring.ordinals, keyOf, listings, {
    ...page,
    offset: page.offset - ring.before,
  });
}

/** The matches among which the page is, and how many come before all of these. */
function ringOf(
  matches: Matches,
  bits: Int32Array<ArrayBuffer>,
  { circle, descending }: DistanceSort,
  pages: SpatialPages,
  { offset, limit }: Page,
): { ordinals: Int32Array; before: number } {
  const found: { word: number; count: number; nearest: number; farthest: number }[] = [];
  for (const [from, to] of matches.wordRuns()) {
    for (let word = from; word < to; word += PAGE_WORDS) {
      const count = countBits(bits, word, word + PAGE_WORDS);
      if (count === 0) continue;
      const { nearest, farthest } = distanceBounds(circle, ...pages.boxOf(word / PAGE_WORDS));
      // Descending: what is farther comes first.
      found.push(
        descending
          ? { word, count, nearest: circle.miles - farthest, farthest: circle.miles - nearest }
          : { word, count, nearest, farthest },
      );
    }
  }
  const binOf = (miles: number) => Math.min(BINS - 1, Math.max(0, Math.floor((miles / circle.miles) * BINS)));
  const byNearest = new Float64Array(BINS);
  const byFarthest = new Float64Array(BINS);
  for (const { count, nearest, farthest } of found) {
    byNearest[binOf(nearest)] = (byNearest[binOf(nearest)] as number) + count;
    byFarthest[binOf(farthest)] = (byFarthest[binOf(farthest)] as number) + count;
  }
  // At most `offset` matches are nearer than `least`; at least `offset + limit` are not farther than `greatest`.
  let least = -Infinity;
  let greatest = Infinity;
  for (let bin = 0, nearer = 0; bin < BINS; bin++) {
    nearer += byNearest[bin] as number;
    if (nearer > offset) break;
    least = ((bin + 1) / BINS) * circle.miles;
  }
  for (let bin = 0, within = 0; bin < BINS - 1; bin++) {
    within += byFarthest[bin] as number;
    if (within < offset + limit) continue;
    greatest = ((bin + 1) / BINS) * circle.miles;
    break;
  }
  let before = 0;
  const ring = found.filter(({ count, nearest, farthest }) => {
    if (farthest < least - SLACK) {
      before += count;
      return false;
    }
    return nearest <= greatest + SLACK;
  });
  const ordinals = new Int32Array(ring.reduce((sum, { count }) => sum + count, 0));
  let at = 0;
  for (const { word } of ring) at = ordinalsIn(bits, word, word + PAGE_WORDS, ordinals, at);
  return { ordinals, before };
}
