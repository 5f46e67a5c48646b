import { type Bitmap, hasBit } from "./bitmap.ts";
import type { Columns, NumberColumn, WordColumn } from "./columns.ts";
import type { CompiledQuery, RangeCondition } from "./compiled-query.ts";
import type { PageRuns } from "./page-boxes.ts";
import type { RangeBitmaps } from "./range-bitmaps.ts";
import type { Region } from "./region.ts";
import { PAGE_WORDS, type SpatialPages } from "./spatial-pages.ts";
import { countBits, type Doubt, intersect, keepDoubtful, keepWhere, ordinalsIn } from "./word-kernels.ts";
import type { WordSets } from "./word-sets.ts";

/** What a search looks at. */
export type SearchedBitmaps = {
  columns: Columns;
  pages: SpatialPages;
  words: Record<WordColumn, WordSets>;
  ranges: Record<NumberColumn, RangeBitmaps>;
  features: { sets: WordSets; featuresOf(slot: number): number[] };
  /** How many listings there are. */
  size: number;
};

/** A condition on numbers that bitmaps do not decide for all listings. */
type Comparison = Omit<RangeCondition, "column"> & { column: Float64Array | Float32Array };
type Plan = { and: Bitmap[]; not: Bitmap[]; doubts: Doubt[]; comparisons: Comparison[] };

/**
 * The listings that match a query, exactly: the intersection of a bitmap for each condition, in those pages that the query's region
 * touches. Only listings of pages that its edge crosses, and of the quantiles at the ends of a range, are compared themselves. Of a
 * rare word its few listings are compared instead. The result is valid until the next search.
 */
export class Matches {
  total = 0;
  /** The matches, in no order; null when they are in `bits`. */
  ordinals: Int32Array | null = null;
  #bits: Bitmap = new Int32Array(0);
  #runs: PageRuns | null = null;
  #ordinals = new Int32Array(0);

  /** @param within a bitmap of the listings that are looked at; absent: all. */
  find(query: CompiledQuery, searched: SearchedBitmaps, within?: Bitmap): void {
    const few = rarest(query, searched);
    if (few) this.#compare(few, query, searched, within);
    else this.#intersect(query, searched, within);
  }

  /** The matches as a bitmap of all ordinals. */
  bits(words: number): Bitmap {
    const bits = this.#sized(words);
    if (this.ordinals) {
      bits.fill(0);
      for (const ordinal of this.ordinals) {
        const word = ordinal >>> 5;
        bits[word] = (bits[word] as number) | (1 << (ordinal & 31));
      }
      return bits;
    }
    let end = 0;
    for (const [from, to] of this.wordRuns()) {
      bits.fill(0, end, from);
      end = to;
    }
    return bits.fill(0, end);
  }

  /** All of them, in no order. */
  list(): Int32Array {
    if (this.ordinals) return this.ordinals;
    if (this.#ordinals.length < this.total) this.#ordinals = new Int32Array(this.total * 2);
    let at = 0;
    for (const [from, to] of this.wordRuns()) at = ordinalsIn(this.#bits, from, to, this.#ordinals, at);
    this.ordinals = this.#ordinals.subarray(0, at);
    return this.ordinals;
  }

  /** Words with matches, unless they are listed in `ordinals`. */
  *wordRuns(): Generator<[from: number, to: number]> {
    const runs = this.#runs as PageRuns;
    for (let run = 0; run < runs.count; run++) {
      yield [(runs.from[run] as number) * PAGE_WORDS, (runs.to[run] as number) * PAGE_WORDS];
    }
  }

  #compare(few: Int32Array[], query: CompiledQuery, searched: SearchedBitmaps, within?: Bitmap): void {
    const count = few.reduce((sum, { length }) => sum + length, 0);
    if (this.#ordinals.length < count) this.#ordinals = new Int32Array(count * 2);
    const matching = this.#ordinals;
    this.total = 0;
    for (const ordinals of few) {
      for (const ordinal of ordinals) {
        if (within && !hasBit(within, ordinal)) continue;
        if (isMatch(ordinal, query, searched)) matching[this.total++] = ordinal;
      }
    }
    this.ordinals = matching.subarray(0, this.total);
  }

  #intersect(query: CompiledQuery, searched: SearchedBitmaps, within?: Bitmap): void {
    this.total = 0;
    this.ordinals = null;
    const plan = planOf(query, searched);
    if (within) plan?.and.push(within);
    if (!plan) {
      this.ordinals = this.#ordinals.subarray(0, 0);
      return;
    }
    const { pages } = searched;
    const { region } = query;
    const bits = this.#sized(pages.live.length);
    const runs = region ? pages.runsIn(region) : pages.allRuns();
    const holds = comparisonOf(plan.comparisons);
    const { columns } = searched;
    const { lat, lng } = columns;
    // Of pages that the region's edge crosses each listing is looked at. A polygon costs most: it is compared last.
    const isInside = (ordinal: number) =>
      holds(ordinal) && (region as Region).contains(lat[ordinal] as number, lng[ordinal] as number);
    const [only] = query.tests;
    const passes =
      only && query.tests.length === 1
        ? (ordinal: number) => only(ordinal, columns)
        : (ordinal: number) => query.tests.every((test) => test(ordinal, columns));
    this.#runs = runs;
    for (let run = 0; run < runs.count; run++) {
      const from = (runs.from[run] as number) * PAGE_WORDS;
      const to = (runs.to[run] as number) * PAGE_WORDS;
      intersect(bits, from, to, plan.and, plan.not);
      let kept: number;
      if (runs.isInside[run] === 0) kept = keepWhere(bits, from, to, isInside);
      else if (plan.doubts.length === 0) kept = countBits(bits, from, to);
      else kept = keepDoubtful(bits, from, to, plan.doubts, holds);
      this.total += query.tests.length === 0 ? kept : keepWhere(bits, from, to, passes);
    }
  }

  #sized(words: number): Bitmap {
    if (this.#bits.length < words) this.#bits = new Int32Array(words);
    return this.#bits;
  }
}

/** The ordinals of the rarest condition whose words are all rare. */
function rarest(
  { words, anyOf, features, within }: CompiledQuery,
  searched: SearchedBitmaps,
): Int32Array[] | null {
  let best: Int32Array[] | null = null;
  let least = Infinity;
  for (const { few } of within) {
    if (few === null || few.length >= least) continue;
    least = few.length;
    best = [few];
  }
  const consider = (sets: WordSets, numbers: readonly number[]) => {
    const few = numbers.map((number) => sets.fewOf(number));
    if (!few.every((each) => each !== undefined)) return;
    const count = few.reduce((sum, { length }) => sum + length, 0);
    if (count >= Math.min(least, sets.mostFew)) return;
    least = count;
    best = few;
  };
  for (const { column, number } of words) consider(searched.words[column], [number]);
  for (const { column, numbers } of anyOf) consider(searched.words[column], numbers);
  for (const feature of features) consider(searched.features.sets, [feature]);
  return best;
}

/** null when nothing can match. */
function planOf(
  query: CompiledQuery,
  { columns, pages, words, ranges, features: { sets: features }, size }: SearchedBitmaps,
): Plan | null {
  const plan: Plan = { and: [], not: [], doubts: [], comparisons: [] };
  for (const { column, number } of query.words) {
    const sets = words[column];
    if (sets.count(number) < size) plan.and.push(sets.bitmapOf(number) ?? sets.union([number]));
  }
  for (const { column, numbers } of query.anyOf) {
    const sets = words[column];
    const count = numbers.reduce((sum, number) => sum + sets.count(number), 0);
    if (count < size) plan.and.push(sets.union(numbers));
  }
  for (const feature of query.features)
    plan.and.push(features.bitmapOf(feature) ?? features.union([feature]));
  for (const { bitmap } of query.within) plan.and.push(bitmap);
  if (query.without.length > 0) plan.not.push(features.union(query.without));
  for (const { column, numbers } of query.noneOf) plan.not.push(words[column].union(numbers));
  for (const { column, min, max, orUnknown } of query.ranges) {
    const { known } = ranges[column];
    const isKnownOfAll = ranges[column].size === size;
    const terms = ranges[column].terms(min, max);
    if (!terms) {
      if (!orUnknown || isKnownOfAll) return null;
      plan.not.push(known);
      continue;
    }
    if (orUnknown && !isKnownOfAll) {
      if (terms.within !== known) plan.and.push(orAbsent(terms.within, known));
    } else if (terms.within !== known || !isKnownOfAll) plan.and.push(terms.within);
    if (terms.below) plan.not.push(terms.below);
    if (!terms.atMin && !terms.atMax) continue;
    plan.comparisons.push({ column: columns[column], min, max, orUnknown });
    if (terms.atMin) plan.doubts.push({ bitmap: terms.atMin, isNegated: false });
    if (terms.atMax) plan.doubts.push({ bitmap: terms.atMax, isNegated: true });
  }
  // What is absent in a bitmap of known values may have no listing at all.
  if (plan.and.length === 0 || query.ranges.some(({ orUnknown }) => orUnknown)) plan.and.push(pages.live);
  return plan;
}

/** Of a range the listings within it, and those without a value. */
function orAbsent(within: Bitmap, known: Bitmap): Bitmap {
  const either = new Int32Array(within.length);
  for (let word = 0; word < either.length; word++) {
    either[word] = (within[word] as number) | ~(known[word] as number);
  }
  return either;
}

function comparisonOf(comparisons: readonly Comparison[]): (ordinal: number) => boolean {
  const [only] = comparisons;
  if (!only || comparisons.length > 1) return (ordinal) => hold(comparisons, ordinal);
  return (ordinal) => isWithin(only, only.column[ordinal] as number);
}

function hold(comparisons: readonly Comparison[], ordinal: number): boolean {
  for (const comparison of comparisons) {
    if (!isWithin(comparison, comparison.column[ordinal] as number)) return false;
  }
  return true;
}

function isWithin({ min, max, orUnknown }: Omit<RangeCondition, "column">, value: number): boolean {
  return (value >= min && value <= max) || (orUnknown && Number.isNaN(value));
}

function isMatch(
  ordinal: number,
  { words, anyOf, noneOf, features, without, ranges, within, tests, region }: CompiledQuery,
  { columns, features: lists }: Pick<SearchedBitmaps, "columns" | "features">,
) {
  for (const { bitmap } of within) if (!hasBit(bitmap, ordinal)) return false;
  for (const { column, number } of words) if (columns[column][ordinal] !== number) return false;
  for (const range of ranges) if (!isWithin(range, columns[range.column][ordinal] as number)) return false;
  for (const { column, numbers } of anyOf) {
    if (!numbers.includes(columns[column][ordinal] as number)) return false;
  }
  for (const { column, numbers } of noneOf) {
    if (numbers.includes(columns[column][ordinal] as number)) return false;
  }
  if (features.length + without.length > 0) {
    const has = lists.featuresOf(columns.slot[ordinal] as number);
    if (!features.every((feature) => has.includes(feature))) return false;
    if (without.some((feature) => has.includes(feature))) return false;
  }
  if (region && !region.contains(columns.lat[ordinal] as number, columns.lng[ordinal] as number))
    return false;
  return tests.every((test) => test(ordinal, columns));
}
