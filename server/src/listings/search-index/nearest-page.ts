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
  const ring = page.after
    ? ringAfter(matches, bits, { circle, descending }, pages, { ...page, miles: page.after.key })
    : ringOf(matches, bits, { circle, descending }, pages, page);
  return listings.results.select(ring.ordinals, keyOf, listings, {
    ...page,
    offset: page.offset - ring.before,
  });
}

/** Matches of one page of the index, and how near and far they can be. Descending: what is farther comes first. */
type Group = { word: number; count: number; nearest: number; farthest: number };

type Ring = { ordinals: Int32Array; before: number };

/** The matches among which the page is, and how many come before all of these. */
function ringOf(
  matches: Matches,
  bits: Int32Array<ArrayBuffer>,
  sort: DistanceSort,
  pages: SpatialPages,
  { offset, limit }: Page,
): Ring {
  const groups = groupsOf(matches, bits, sort, pages);
  const bins = new DistanceBins(sort.circle.miles, groups);
  // At most `offset` matches are nearer than `least`; at least `offset + limit` are not farther than `greatest`.
  const least = bins.leastBehind(offset);
  const greatest = bins.greatestOf(offset + limit);
  let before = 0;
  const ring = groups.filter(({ count, nearest, farthest }) => {
    if (farthest < least - SLACK) {
      before += count;
      return false;
    }
    return nearest <= greatest + SLACK;
  });
  return { ordinals: listed(ring, bits), before };
}

/** The same for a page that begins behind a distance: what is certainly before it is left out. */
function ringAfter(
  matches: Matches,
  bits: Int32Array<ArrayBuffer>,
  sort: DistanceSort,
  pages: SpatialPages,
  { miles, offset, limit }: Page & { miles: number },
): Ring {
  const from = sort.descending ? sort.circle.miles + miles : miles;
  const groups = groupsOf(matches, bits, sort, pages).filter(({ farthest }) => farthest >= from - SLACK);
  const perhapsBefore = groups.reduce(
    (sum, { nearest, count }) => sum + (nearest <= from + SLACK ? count : 0),
    0,
  );
  const greatest = new DistanceBins(sort.circle.miles, groups).greatestOf(perhapsBefore + offset + limit);
  const ring = groups.filter(({ nearest }) => nearest <= greatest + SLACK);
  return { ordinals: listed(ring, bits), before: 0 };
}

function groupsOf(
  matches: Matches,
  bits: Int32Array<ArrayBuffer>,
  { circle, descending }: DistanceSort,
  pages: SpatialPages,
): Group[] {
  const groups: Group[] = [];
  for (const [from, to] of matches.wordRuns()) {
    for (let word = from; word < to; word += PAGE_WORDS) {
      const count = countBits(bits, word, word + PAGE_WORDS);
      if (count === 0) continue;
      const { nearest, farthest } = distanceBounds(circle, ...pages.boxOf(word / PAGE_WORDS));
      groups.push(
        descending
          ? { word, count, nearest: circle.miles - farthest, farthest: circle.miles - nearest }
          : { word, count, nearest, farthest },
      );
    }
  }
  return groups;
}

/** How many matches are near and far, in rings of the same width. */
class DistanceBins {
  readonly #miles: number;
  readonly #byNearest = new Float64Array(BINS);
  readonly #byFarthest = new Float64Array(BINS);

  constructor(miles: number, groups: readonly Group[]) {
    this.#miles = miles;
    for (const { count, nearest, farthest } of groups) {
      const [near, far] = [this.#binOf(nearest), this.#binOf(farthest)];
      this.#byNearest[near] = (this.#byNearest[near] as number) + count;
      this.#byFarthest[far] = (this.#byFarthest[far] as number) + count;
    }
  }

  /** A distance that at most so many matches are below. */
  leastBehind(count: number): number {
    let least = -Infinity;
    for (let bin = 0, nearer = 0; bin < BINS; bin++) {
      nearer += this.#byNearest[bin] as number;
      if (nearer > count) break;
      least = this.#endOf(bin);
    }
    return least;
  }

  /** A distance that at least so many matches are within; Infinity when all are needed. */
  greatestOf(count: number): number {
    for (let bin = 0, within = 0; bin < BINS - 1; bin++) {
      within += this.#byFarthest[bin] as number;
      if (within >= count) return this.#endOf(bin);
    }
    return Infinity;
  }

  #binOf(miles: number): number {
    return Math.min(BINS - 1, Math.max(0, Math.floor((miles / this.#miles) * BINS)));
  }

  #endOf(bin: number): number {
    return ((bin + 1) / BINS) * this.#miles;
  }
}

function listed(groups: readonly Group[], bits: Int32Array<ArrayBuffer>): Int32Array {
  const ordinals = new Int32Array(groups.reduce((sum, { count }) => sum + count, 0));
  let at = 0;
  for (const { word } of groups) at = ordinalsIn(bits, word, word + PAGE_WORDS, ordinals, at);
  return ordinals;
}
