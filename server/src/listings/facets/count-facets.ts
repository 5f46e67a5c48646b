import { PolygonTooCostly } from "../polygon/polygon-region.ts";
import { allButOne } from "../search-index/all-but-one.ts";
import type { Bitmap } from "../search-index/bitmap.ts";
import type { CountedIndex } from "../search-index/counted-index.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import { MatchSet } from "../search-index/match-set.ts";
import { filtersWithout, onlyFilters } from "../search-index/parts-of-filters.ts";
import { countNumbers } from "./count-numbers.ts";
import { countListedWords, countWords } from "./count-words.ts";
import { type FacetName, type FacetSpec, type Facets, facetTable, MAX_FACET_VALUES } from "./facet-table.ts";
import { BandTally, ValueTally } from "./tallies.ts";

/**
 * The values of each facet with their numbers of matches, where the facet's own filter is lifted (search.md, D17). Facets whose filter
 * is not set share the matches of the whole search. A facet is left out where a polygon is too costly for the listings that its own
 * filter alone leaves out.
 */
export function countFacets(
  source: CountedIndex,
  filters: ListingFilters,
  names: readonly FacetName[],
): Facets {
  const specs = names.map((name): [FacetName, FacetSpec] => [name, facetTable[name]]);
  const own = [...new Set(specs.flatMap(([, spec]) => (spec.own && filters[spec.own] ? [spec.own] : [])))];
  const { all, allBut } = matchesOf(source, filters, own);
  const words = source.words;
  const whole = new MatchSet(all, words);
  const facets: Facets = {};
  for (const [name, spec] of specs) {
    const nth = spec.own ? own.indexOf(spec.own) : -1;
    const lifted = allBut[nth]?.();
    if (lifted === null) continue;
    const matches = lifted ? new MatchSet(united(lifted, all), words) : whole;
    facets[name] = countFacet(source, spec, matches);
  }
  return facets;
}

type Matching = { all: Bitmap; allBut: readonly (() => Bitmap | null)[] };

/** See AllButOne, of the filters that are lifted; null where the polygon is too costly. */
function matchesOf(
  source: CountedIndex,
  filters: ListingFilters,
  own: readonly (keyof ListingFilters)[],
): Matching {
  const ofBase = (base: ListingFilters) =>
    allButOne(
      source.matchBits(base),
      own.map(
        (name) => (within) =>
          source.matchBits(onlyFilters(filters, [name, "includeUnknown", "unknownOf"]), within),
      ),
    );
  const base = filtersWithout(filters, own);
  try {
    return ofBase(base);
  } catch (error) {
    if (!(error instanceof PolygonTooCostly) || !filters.polygon) throw error;
  }
  const { polygon } = filters;
  const around = ofBase({ ...filtersWithout(base, ["polygon"]), box: polygon.bounds });
  const [all, ...allBut] = source.matchBitsOfEach({ polygon }, [
    around.all,
    ...around.allBut.map((bits) => bits()),
  ]);
  if (!all) throw new PolygonTooCostly(polygon);
  return { all, allBut: allBut.map((bits) => () => bits) };
}

function countFacet(
  { listings, dictionaries }: CountedIndex,
  spec: FacetSpec,
  matches: MatchSet,
): Facets[FacetName] {
  const { columns } = listings;
  const limit = MAX_FACET_VALUES;
  const all = { live: listings.pages.live, size: listings.size };
  if (spec.kind === "words") {
    const { column, spell = (word) => word } = spec;
    const sets = listings.words[column];
    // One more: the empty word stands for an unknown one.
    const most = countWords(matches, { ...all, sets, column: columns[column], limit: limit + 1 });
    const known = most.top((word) => spell(dictionaries[column].spellingOf(word)));
    return known.filter(({ value }) => value !== "").slice(0, limit);
  }
  if (spec.kind === "features") {
    const wordsOf = (ordinal: number) => listings.features.featuresOf(columns.slot[ordinal] as number);
    const most = countListedWords(matches, {
      ...{ ...all, sets: listings.features.sets, wordsOf },
      limit: limit + 1,
    });
    const known = most.top((word) => dictionaries.feature.spellingOf(word));
    return known.filter(({ value }) => value !== "").slice(0, limit);
  }
  const numbers = { ranges: listings.ranges[spec.column], column: columns[spec.column] };
  if (spec.kind === "numbers") {
    const tally = new ValueTally();
    countNumbers(matches, numbers, tally);
    return tally.top(limit);
  }
  const tally = new BandTally(spec.bands);
  countNumbers(matches, numbers, tally);
  return tally.counts();
}

function united(bits: Bitmap, other: Bitmap): Bitmap {
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] as number) | (other[word] as number);
  return bits;
}
