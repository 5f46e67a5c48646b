import type { Matches } from "./matches.ts";
import type { RangeBitmaps } from "./range-bitmaps.ts";
import { PageSelection } from "./select-page.ts";
import { keyOf, type OrderPlace, type SortOrder } from "./sort-order.ts";
import { countCommon } from "./word-kernels.ts";

/** `after`: only what is behind it counts. */
export type Page = { offset: number; limit: number; after?: OrderPlace | undefined };

/** A sort by a column. */
export type ColumnSort = {
  descending: boolean;
  column: Float64Array | Float32Array;
  order: SortOrder;
  ranges: RangeBitmaps;
  /** What the query wants of this column. */
  bounds: { min: number; max: number } | null;
};

export type Listings = { size: number; words: number; labelOf: (ordinal: number) => number };

/** Selecting costs as much for one match as a walk for so many ordinals. */
const STEPS_PER_MATCH = 12;
/** A walk that finds less than expected is given up after so many times the expected steps. */
const PATIENT = 4;
const MIN_STEPS = 4096;

/**
 * Cuts a page out of matches that are sorted by a column. Few matches are listed and selected from. Of many, the order of the sort is
 * walked, and the bits of the matches are tested, from where the page begins: the listings before it are counted, not visited.
 */
export class ResultPages {
  readonly #selection = new PageSelection();
  #found = new Int32Array(0);

  page(matches: Matches, sort: ColumnSort, listings: Listings, page: Page): number[] {
    if (page.after) return this.#pageAfter(matches, sort, listings, { ...page, after: page.after });
    const count = Math.min(page.limit, matches.total - page.offset);
    if (count <= 0) return [];
    const steps = ((page.offset + count) * listings.size) / matches.total;
    if (matches.ordinals || steps > matches.total * STEPS_PER_MATCH) {
      return this.select(matches.list(), keysOf(sort), listings, page);
    }
    if (this.#found.length !== count) this.#found = new Int32Array(count);
    const bits = matches.bits(listings.words);
    const from = placeOf(sort);
    const most = Math.max(steps * PATIENT, MIN_STEPS);
    const start = { from, skip: page.offset, steps: most };
    const isFar = most > listings.size / 4;
    if (!isFar && sort.order.collect(bits, start, this.#found) !== null) return Array.from(this.#found);
    const counted = startOf(page.offset, bits, sort, listings.words);
    sort.order.collect(bits, { ...counted, steps: Infinity }, this.#found);
    return Array.from(this.#found);
  }

  #pageAfter(
    matches: Matches,
    sort: ColumnSort,
    listings: Listings,
    page: Required<Page> & { after: OrderPlace },
  ): number[] {
    const steps = ((page.offset + page.limit) * listings.size) / matches.total;
    if (matches.ordinals || steps > matches.total * STEPS_PER_MATCH) {
      return this.select(matches.list(), keysOf(sort), listings, page);
    }
    const found = new Int32Array(page.limit);
    const from = sort.order.countUpTo(page.after);
    const count = sort.order.collect(
      matches.bits(listings.words),
      { from, skip: page.offset, steps: Infinity },
      found,
    );
    return Array.from(found.subarray(0, count ?? 0));
  }

  select(
    ordinals: Int32Array,
    keyOf: (ordinal: number) => number,
    { labelOf }: Pick<Listings, "labelOf">,
    { after, ...page }: Page,
  ): number[] {
    if (!after) return this.#selection.page(ordinals, keyOf, labelOf, page);
    const { key, label } = after;
    const behind = ordinals.filter((ordinal) => {
      const other = keyOf(ordinal);
      return other > key || (other === key && labelOf(ordinal) > label);
    });
    return this.#selection.page(behind, keyOf, labelOf, page);
  }
}

function keysOf({ column, descending }: Pick<ColumnSort, "column" | "descending">) {
  const sign = descending ? -1 : 1;
  return (ordinal: number): number => keyOf(column[ordinal] as number, sign);
}

/** Where in the order the first listing within the query's bounds can be. */
function placeOf({ order, descending, bounds }: ColumnSort): number {
  if (bounds === null) return 0;
  const first = descending ? -bounds.max : bounds.min;
  return first === -Infinity ? 0 : order.countBelow(first);
}

/** The place in the order of a cut of the column from which few ordinals are left up to a page, and how many matches before the page. */
function startOf(offset: number, bits: Int32Array<ArrayBuffer>, sort: ColumnSort, words: number) {
  const { order, ranges, descending } = sort;
  const known = countCommon(bits, ranges.known, words);
  if (offset >= known) return { from: order.countBelow(Infinity), skip: offset - known };
  // Ascending: how many matches are below a cut; descending: how many are not.
  const cuts = ranges.cuts;
  const countBefore = (nth: number) => {
    const below = countCommon(bits, ranges.below(descending ? cuts.length - 1 - nth : nth), words);
    return descending ? known - below : below;
  };
  let low = { nth: 0, before: 0 };
  let high = { nth: cuts.length, before: known };
  let best = { from: placeOf(sort), skip: offset };
  while (low.nth < high.nth) {
    // Quantiles have about as many matches each, so that the first guesses are near.
    const share = (offset - low.before) / Math.max(1, high.before - low.before);
    const nth = Math.min(high.nth - 1, Math.floor(low.nth + share * (high.nth - low.nth)));
    const before = countBefore(nth);
    if (before > offset) {
      high = { nth, before };
      continue;
    }
    const cut = cuts[descending ? cuts.length - 1 - nth : nth] as number;
    best = { from: descending ? order.countThrough(-cut) : order.countBelow(cut), skip: offset - before };
    low = { nth: nth + 1, before };
  }
  return best;
}
