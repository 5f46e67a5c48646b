import { isEmptyWord, isStopWord, textsOf, type Word } from "../models/index.ts";
import { findAssociationDues } from "./association-dues.ts";
import { collectDenied, findDenials, refusesAnyGarage, withImplied } from "./find-denials.ts";
import { findUnexcludable, understoodSpans } from "./find-unexcludable.ts";
import type { Claim, Filters, Interpretation, KnownPlaces } from "./interpretation.ts";
import { withoutMixedAlternatives } from "./mixed-alternatives.ts";
import { listNotApplied } from "./not-applied.ts";
import { findNotNeeded } from "./not-needed.ts";
import { findAssociationDenials, namesAssociation, WITHOUT_ASSOCIATION } from "./owners-association.ts";
import { findPhotos } from "./photos.ts";
import { type PlacedWord, placedClauses } from "./placed-words.ts";
import { withoutEmptyStates } from "./places/find-places.ts";
import { placeFilters } from "./places/place-filters.ts";
import { type FoundPlace, startOfRelation } from "./places/place-relation.ts";
import { findUnknownPlaces } from "./places/unknown-places.ts";
import { findZips } from "./places/zips.ts";
import { propertyTypeFilters } from "./property-type-filters.ts";
import { findQuantities } from "./quantities/find-quantities.ts";
import { findPricesPerSqft } from "./quantities/price-per-sqft.ts";
import { findPeriods, findRecency } from "./recency.ts";
import { remainingText } from "./remaining-text.ts";
import { type StartedReading, startReading, tokensIn } from "./start-reading.ts";
import { isStatedByFilter, isStatedByFilters, statedPieces } from "./stated-pieces.ts";
import { findStatuses } from "./statuses.ts";
import { otherTimes } from "./time-owner.ts";
import type { Token } from "./tokens.ts";
import { findUnknownWords } from "./unknown-words.ts";
import { correctTypos } from "./vocabulary/correct-typos.ts";
import { featureByEntry, findNamedTraits, type NamedTraits } from "./vocabulary/named-traits.ts";
import { isDenied } from "./vocabulary/phrase-finder.ts";
import { claimsOf, findWishes } from "./wishes/find-wishes.ts";

/** From this size on, the ground itself is wanted, not just a yard that comes with a house. */
const MIN_ACREAGE = 0.95;

/** An interpretation with places and property types that are no filters but still express a preference. */
export type QueryReading = Interpretation & { places: FoundPlace[]; kinds: string[]; refusedKinds: string[] };

/**
 * Interprets a query (docs/decisions/query-interpretation.md). Conservative: unknown words are ignored, and a filter
 * requires words that state it. Pure; time is linear in the length of the text.
 */
export function interpret(query: string, known: KnownPlaces): Interpretation {
  return interpretStarted(startReading(query, known), known);
}

/** Like `interpret`, of a query whose doubtful places were looked up in between. */
export function interpretStarted(started: StartedReading, known: KnownPlaces): Interpretation {
  const { filters, features, without, ...reading } = completeReading(started, known);
  // The garage filter already excludes it, and every three-car garage.
  const denied = filters.max_garage_spaces === 0 ? without.filter((key) => key !== "garage") : without;
  const { not, text, allowed, refused, not_applied, near, compared_as, pieces, isFiltersOnly } = reading;
  const read = { not, text, allowed, refused, not_applied, near, compared_as, pieces, isFiltersOnly };
  return { filters, features, without: withImplied(denied, features), ...read };
}

/** Like `interpret`, with places that are no filters and the keys of property types. */
export function readQuery(query: string, known: KnownPlaces): QueryReading {
  return completeReading(startReading(query, known), known);
}

function completeReading(started: StartedReading, known: KnownPlaces): QueryReading {
  const { text, refused, tokens, traps } = started;
  const places = withoutEmptyStates(started.places, known.hasState);
  const isTaken = tokensIn(traps);
  const { hasState } = known;
  const foundZips = findZips(tokens, known, places).filter((zip) => !isTaken.has(zip.from));
  const knownPlaces = [...placeFilters(tokens, places, { hasState }), ...foundZips];
  const unknown = findUnknownPlaces(tokens, known, tokensIn([...traps, ...knownPlaces]));
  const foundPlaces = placeFilters(tokens, places, { hasState, unknown });
  const named = [...traps, ...foundPlaces, ...foundZips, ...unknown];
  const foundTimes = findRecency(tokens, tokensIn(named));
  const photos = findPhotos(tokens, tokensIn(named));
  const dated = [...named, ...foundTimes, ...photos];
  const prices = findPricesPerSqft(tokens, tokensIn(dated));
  const dues = findAssociationDues(tokens, tokensIn([...dated, ...prices]));
  const money = [...prices, ...dues];
  const { placeClaims, zips, recency, quantities, statuses } = withoutMixedAlternatives(tokens, {
    placeClaims: foundPlaces,
    zips: foundZips,
    recency: foundTimes,
    quantities: [...money, ...findQuantities(tokens, tokensIn([...dated, ...money]))],
    statuses: findStatuses(tokens, tokensIn(dated)),
  });
  const stated = [
    ...traps,
    ...placeClaims,
    ...zips,
    ...unknown,
    ...recency,
    ...photos,
    ...statuses,
    ...quantities,
  ];
  const notNeeded = findNotNeeded(tokens, placedClauses(text, tokens, stated), tokensIn(stated));
  const claims = [...stated, ...notNeeded];

  const clauses = placedClauses(text, tokens, claims).map(correctTypos);
  const words = findNamedTraits(clauses);
  const wishes = findWishes(
    text,
    tokens,
    clauses,
    tokensIn(claims.filter(({ filters }) => filters !== null)),
  );
  const wished = claimsOf(wishes);
  const wantsNoAssociation = words.features.includes("no_hoa") && namesAssociation(tokens);
  const denied = findDenials(clauses, tokens, words.denied.features);
  const association = wantsNoAssociation
    ? []
    : findAssociationDenials(tokens, tokensIn(dues), tokensIn(denied));
  const unexcludable = findUnexcludable(
    tokens,
    clauses,
    tokensIn([...claims, ...association, ...wished, ...denied.map(lastToken)]),
    tokensIn(denied),
  );
  const excluded = [...denied, ...association, ...wished, ...unexcludable];
  const meaningless = findUnknownWords(tokens, known, tokensIn([...claims, ...excluded]));
  const denials = [...excluded, ...meaningless];
  const isWithoutGarage = words.denied.features.includes("garage") && refusesAnyGarage(clauses);
  const filters = mergeFilters([
    ...claims,
    ...association,
    ...(wantsNoAssociation ? [{ from: 0, to: 0, filters: WITHOUT_ASSOCIATION }] : []),
    ...(isWithoutGarage ? [{ from: 0, to: 0, filters: { max_garage_spaces: 0 } }] : []),
  ]);
  const asksRooms = Object.keys(filters).some((name) => /_(?:beds|baths)$/.test(name));
  const all = { ...filters, ...propertyTypeFilters(clauses, asksRooms) };
  const left = remainingText(text, tokens, [...claims, ...denials]);
  // A query that is nothing but such words finds nothing, not every home.
  const isEmpty = textsOf(left).every((word) => isStopWord(word) || isEmptyWord(word));
  const isMeaningless = isEmpty && meaningless.length > 0 && Object.keys(all).length === 0;
  const steps = {
    places,
    placeClaims,
    zips,
    statuses,
    quantities: quantities.filter((claim) => claim.filters !== null || !isInFeature(claim, tokens, clauses)),
    others: [
      ...unknown,
      ...notNeeded,
      ...meaningless,
      ...recency,
      ...unexcludable,
      ...otherTimes(
        findPeriods(tokens),
        tokensIn([...claims.filter(({ filters }) => filters !== null), ...denials]),
      ),
    ],
  };
  const features = [
    ...new Set([
      ...wantedFeatures(words, filters, clauses),
      ...wishes.denied.flatMap(({ wanted }) => wanted),
    ]),
  ];
  const without = [
    ...new Set([...words.denied.features, ...wishes.denied.flatMap(({ refused }) => refused)]),
  ];
  const near = nearPlaces(places);
  const pieces = statedPieces(text, tokens, clauses, {
    claims: [...claims, ...association, ...denied],
    meaning: { filters: all, features, without },
  });
  const unranked = tokensIn([
    ...[...claims, ...denials].filter((claim) => claim.filters !== null),
    ...places
      .filter(({ kind, relation }) => kind === "city" && relation === "near")
      .map(({ from, to }) => ({ from: startOfRelation(tokens, from), to, filters: null })),
  ]);
  const isFiltersOnly =
    wishes.purposes.length + wishes.denied.length === 0 &&
    features.every((key) => isStatedByFilter(key, all)) &&
    isStatedByFilters(tokens, pieces, unranked);
  return {
    filters: all,
    not_applied: listNotApplied(text, tokens, steps, filters),
    near,
    features,
    without,
    pieces,
    isFiltersOnly,
    compared_as: [...wishes.purposes, ...wishes.denied]
      .sort((one, other) => one.from - other.from)
      .map(({ text, as }) => ({ text, as })),
    not: collectDenied([...claims, ...denials], all),
    refused,
    allowed: text,
    text: isMeaningless ? remainingText(text, tokens, [...claims, ...excluded]) : left,
    places,
    kinds: words.propertyTypes,
    refusedKinds: words.denied.propertyTypes,
  };
}

/** Homes within these miles of a city's listings are near to it (search.md, D34). */
const NEAR_MILES = 10;

function nearPlaces(places: readonly FoundPlace[]): { place: string; miles: number }[] {
  const names = places
    .filter(({ kind, relation }) => kind === "city" && relation === "near")
    .map(({ name }) => name);
  return [...new Set(names)].map((place) => ({ place, miles: NEAR_MILES }));
}

/** Whether a number belongs to a feature, which understands it: the 55 of "55+ community". */
function isInFeature(
  { from, to }: Claim,
  tokens: readonly Token[],
  clauses: readonly PlacedWord[][],
): boolean {
  const spans = understoodSpans(clauses);
  return tokens
    .slice(from, to)
    .every((token) => spans.some((span) => token.from < span.to && span.from < token.to));
}

/** What a denial is of: between "no" and that may stand something else, "no busy street or pool". */
const lastToken = (claim: Claim): Claim => ({ ...claim, from: claim.to - 1 });

/** Merges filters: the first value of each end counts, and one that would invert a range is dropped. */
function mergeFilters(claims: readonly Claim[]): Filters {
  let all: Filters = {};
  for (const { filters } of claims) {
    if (!filters) continue;
    const both = { ...filters, ...all };
    if (areRangesOrdered(both)) all = both;
  }
  return all;
}

function areRangesOrdered(filters: Filters): boolean {
  const ends = filters as Record<string, unknown>;
  return Object.keys(ends).every((name) => {
    const most = name.startsWith("min_") ? ends[name.replace("min_", "max_")] : undefined;
    return most === undefined || (ends[name] as number) <= (most as number);
  });
}

function wantedFeatures(
  { features }: NamedTraits,
  { min_lot_size_acres = 0, max_stories }: Filters,
  clauses: readonly Word[][],
): string[] {
  const wanted = new Set(features);
  if (min_lot_size_acres >= MIN_ACREAGE || mentionsSomeAcres(clauses)) wanted.add("acreage");
  // "3 bed, shop, office" is a list, so the text between two commas is a whole entry.
  if (clauses.length > 1)
    for (const clause of clauses) {
      const entry = featureByEntry(clause.map(({ text }) => text).join(" "));
      if (entry !== undefined && LIST_ENTRIES.has(entry)) wanted.add(entry);
    }
  if (mentionsShop(clauses)) wanted.add("shop");
  if (max_stories === 1) wanted.add("single_level");
  return [...wanted];
}

const LIST_ENTRIES = new Set(["shop", "home_office", "wooded"]);
const BEFORE_SHOP = new Set([
  "and",
  "plus",
  "garage",
  "barn",
  "yard",
  "house",
  "home",
  "car",
  "big",
  "large",
]);

/** "Garage and shop": in a query a shop is wanted; in a description shops are usually places to go to. */
function mentionsShop(clauses: readonly Word[][]): boolean {
  return clauses.some((words) =>
    words.some(
      ({ text }, index) =>
        text === "shop" && BEFORE_SHOP.has(words[index - 1]?.text ?? "") && !isDenied(words, index),
    ),
  );
}

const SOME_WORDS = new Set(["few", "several", "some", "many", "multiple"]);

function mentionsSomeAcres(clauses: readonly Word[][]): boolean {
  return clauses.some((words) =>
    words.some(({ text }, index) => SOME_WORDS.has(text) && words[index + 1]?.text === "acres"),
  );
}

const NO_PLACES: KnownPlaces = { cities: [], counties: [], zips: [] };

/** Finds the price limits in a text: under, over, between, `450k`, `$1.2m`; null without any. */
export function priceIn(text: string): { min: number | null; max: number | null } | null {
  const { min_price: min = null, max_price: max = null } = readQuery(text, NO_PLACES).filters;
  return min === null && max === null ? null : { min, max };
}
