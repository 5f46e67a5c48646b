import { isEmptyWord, isInformative, textsOf } from "../models/index.ts";
import type { Claim, Denied, Filters, StatedPiece } from "./interpretation.ts";
import { WITHOUT_ASSOCIATION } from "./owners-association.ts";
import type { PlacedWord } from "./placed-words.ts";
import { findLandAndHomes, subtypes } from "./property-type-filters.ts";
import type { Token } from "./tokens.ts";
import { locateFeatures, locatePropertyTypes } from "./vocabulary/named-traits.ts";

/** Features that a filter states as well. */
const FILTERS_OF_FEATURES: Record<string, (filters: Filters) => Filters | undefined> = {
  no_hoa: ({ max_hoa_monthly }) => (max_hoa_monthly === 0 ? WITHOUT_ASSOCIATION : undefined),
  single_level: ({ max_stories }) => (max_stories === 1 ? { max_stories } : undefined),
  acreage: ({ min_lot_size_acres }) =>
    min_lot_size_acres === undefined ? undefined : { min_lot_size_acres },
};

/** Whether a filter states a feature: "no HOA", "single story". */
export const isStatedByFilter = (key: string, filters: Filters) =>
  FILTERS_OF_FEATURES[key]?.(filters) !== undefined;

type Meaning = { filters: Filters; features: readonly string[]; without: readonly string[] };

/** The pieces of a query that state filters, features or denials, in the order of the text. */
export function statedPieces(
  text: string,
  tokens: readonly Token[],
  clauses: readonly PlacedWord[][],
  { claims, meaning }: { claims: readonly Claim[]; meaning: Meaning },
): StatedPiece[] {
  const pieceAt = (from: number, to: number, more: Partial<StatedPiece>): StatedPiece => ({
    ...{ text: text.slice(from, to), from, to, filters: {}, features: [], without: [], denies: [] },
    ...more,
  });
  const ofClaims = claims.flatMap(({ from, to, filters, denies = {} }) => {
    const stated = { filters: filters ?? {}, denies: Object.keys(denies) as (keyof Denied)[] };
    const isStated = Object.keys(stated.filters).length > 0 || stated.denies.length > 0;
    // Claims that the whole query makes have no tokens.
    return isStated && to > from
      ? [pieceAt((tokens[from] as Token).from, (tokens[to - 1] as Token).to, stated)]
      : [];
  });
  const ofFeatures = locateFeatures(clauses).flatMap((found, nth) =>
    found.flatMap(({ key, denied, negation, from, to }) => {
      const words = clauses[nth] as PlacedWord[];
      const start = (words[denied && negation !== null ? Math.min(negation, from) : from] as PlacedWord)
        .start;
      const end = (words[to - 1] as PlacedWord).end;
      if (key === null) return [];
      if (denied) return meaning.without.includes(key) ? [pieceAt(start, end, { without: [key] })] : [];
      if (!meaning.features.includes(key)) return [];
      const filters = FILTERS_OF_FEATURES[key]?.(meaning.filters) ?? {};
      return [pieceAt(start, end, { features: [key], filters })];
    }),
  );
  const ofKinds = kindPieces(clauses, meaning.filters, pieceAt);
  return [...ofClaims, ...ofFeatures, ...ofKinds].sort((one, other) => one.from - other.from);
}

/** Words for property types that are filters. */
function kindPieces(
  clauses: readonly PlacedWord[][],
  { property_type, property_subtype }: Filters,
  pieceAt: (from: number, to: number, more: Partial<StatedPiece>) => StatedPiece,
): StatedPiece[] {
  const kinds = [locatePropertyTypes(clauses), findLandAndHomes(clauses)];
  const all = kinds.flatMap((located) =>
    located.flatMap((found, nth) =>
      found.flatMap(({ key, denied, from, to }) => {
        const words = clauses[nth] as PlacedWord[];
        const filters = denied || key === null ? undefined : filtersOfKind(key, property_type);
        const { property_subtype: subtype } = filters ?? {};
        if (!filters || (subtype !== undefined && ![property_subtype].flat().includes(subtype as never)))
          return [];
        return [pieceAt((words[from] as PlacedWord).start, (words[to - 1] as PlacedWord).end, { filters })];
      }),
    ),
  );
  // "Condo" is a home as well.
  return all.filter((piece, nth) => all.findIndex(({ from }) => from === piece.from) === nth);
}

function filtersOfKind(key: string, property_type: Filters["property_type"]): Filters | undefined {
  if (key === "land" || key === "commercial")
    return property_type?.toLowerCase() === key ? { property_type } : undefined;
  if (property_type !== "Residential") return undefined;
  const property_subtype = subtypes[key];
  if (property_subtype) return { property_type, property_subtype };
  // A duplex is more than any home.
  return key === "home" ? { property_type } : undefined;
}

/** Whether filters and denials state all that a text means, so that nothing of it is left to rank by. `others` are other claims. */
export function isStatedByFilters(
  tokens: readonly Token[],
  pieces: readonly StatedPiece[],
  others: ReadonlySet<number>,
): boolean {
  const stating = pieces.filter(
    ({ filters, without, denies }) =>
      Object.keys(filters).length > 0 || without.length > 0 || denies.length > 0,
  );
  return tokens.every(
    ({ text, from, to }, nth) =>
      others.has(nth) ||
      stating.some((piece) => from < piece.to && piece.from < to) ||
      textsOf(text).every((word) => !isInformative(word) || isEmptyWord(word)),
  );
}
