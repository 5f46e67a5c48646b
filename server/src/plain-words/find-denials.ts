import type { Claim, Denied, Filters } from "./interpretation.ts";
import type { PlacedWord } from "./placed-words.ts";
import { findLandAndHomes, subtypes } from "./property-type-filters.ts";
import type { Token } from "./tokens.ts";
import { locateFeatures, locatePropertyTypes } from "./vocabulary/named-traits.ts";
import type { Found } from "./vocabulary/phrase-finder.ts";

/** What listings must not have, for each property type that a query can deny. */
const DENIED_BY_TYPE: Record<string, Partial<Denied>> = {
  land: { property_types: ["Land"] },
  commercial: { property_types: ["Commercial"] },
  multifamily: { property_subtypes: ["Duplex", "Triplex", "Quadruplex", "Multi Family"] },
  ...Object.fromEntries(Object.entries(subtypes).map(([key, name]) => [key, { property_subtypes: [name] }])),
};
/**
 * Words allowed between a negation and a property type. Excluding homes requires a closer negation than features do.
 */
const BETWEEN = new Set(
  "a an the any or nor and either want wanting looking interested like to in for at buy be live of but my".split(
    " ",
  ),
);
/** Words that belong to a following denial: "house but not a condo", "that doesn't have a pool". */
const DENIAL_LEAD_INS = new Set("but and that which it we i im were id please also with".split(" "));

/** Returns claims for denied features and property types, so that their words are not searched for. */
export function findDenials(
  clauses: readonly PlacedWord[][],
  tokens: readonly Token[],
  refused: readonly string[],
): Claim[] {
  const features = locateFeatures(clauses);
  const kinds = locatePropertyTypes(clauses);
  const grounds = findLandAndHomes(clauses);
  return clauses.flatMap((words, nth) => {
    const ofFeatures = (features[nth] ?? []).filter(
      (each) => each.denied && refused.includes(each.key ?? ""),
    );
    const others = (grounds[nth] ?? []).filter((each) => each.key === "condo" || isPluralLots(words, each));
    const ofKinds: Found[] = [];
    for (const each of [...(kinds[nth] ?? []), ...others].filter(({ key }) => key !== null))
      if (isPlainlyDenied(words, each, ofKinds)) ofKinds.push(each);
    return [
      ...ofFeatures.map((each) => claimOf(words, tokens, each, {})),
      ...ofKinds.map((each) => claimOf(words, tokens, each, DENIED_BY_TYPE[each.key as string] ?? {})),
    ];
  });
}

/** "No lots" denies building land; "no lot rent" is about something else. */
const isPluralLots = (words: readonly PlacedWord[], { key, to }: Found) =>
  key === "land" && /s$/.test(words[to - 1]?.text ?? "");

function isPlainlyDenied(words: readonly PlacedWord[], found: Found, before: readonly Found[]): boolean {
  const { negation: no } = found;
  if (no === null) return false;
  return words
    .slice(no + 1, found.from)
    .every(({ text }, nth) => BETWEEN.has(text) || before.some((each) => isIn(no + 1 + nth, each)));
}

const isIn = (index: number, { from, to }: Found) => index >= from && index < to;

function claimOf(
  words: readonly PlacedWord[],
  tokens: readonly Token[],
  found: Found,
  denies: Partial<Denied>,
): Claim {
  let first = found.negation ?? found.from;
  while (first > 0 && DENIAL_LEAD_INS.has(words[first - 1]?.text ?? "")) first--;
  const start = words[first]?.start ?? 0;
  const end = words[found.to - 1]?.end ?? 0;
  const from = tokens.findIndex((token) => token.to > start);
  const behind = tokens.findIndex((token) => token.from >= end);
  return { from, to: behind < 0 ? tokens.length : behind, filters: {}, denies };
}

/** Whether a clause denies any garage ("no garage"), not just one sort ("no detached garage"). */
export function refusesAnyGarage(clauses: readonly PlacedWord[][]): boolean {
  return locateFeatures(clauses).some((found) =>
    found.some(({ key, denied, from, to }) => key === "garage" && denied && to - from === 1),
  );
}

/** Features that the denial of another one implies: "no basement" denies a finished one too. */
const IMPLIED_BY: Record<string, readonly string[]> = {
  basement: ["finished_basement"],
  pool: ["community_pool"],
  garage: ["three_car_garage"],
};

/** Adds implied features, without the wanted ones. */
export function withImplied(refused: readonly string[], wanted: readonly string[]): string[] {
  const all = new Set(refused.flatMap((key) => [key, ...(IMPLIED_BY[key] ?? [])]));
  return [...all].filter((key) => !wanted.includes(key));
}

/** Collects what claims deny, except values that filters ask for. */
export function collectDenied(claims: readonly Claim[], filters: Filters): Denied {
  const asList = (value: string | string[] | undefined) => (value === undefined ? [] : [value].flat());
  const all = (name: keyof Denied, wanted: string | string[] | undefined) => [
    ...new Set(
      claims.flatMap(({ denies }) => denies?.[name] ?? []).filter((each) => !asList(wanted).includes(each)),
    ),
  ];
  return {
    cities: all("cities", filters.city),
    counties: all("counties", filters.county),
    zips: all("zips", filters.zip),
    property_types: all("property_types", filters.property_type),
    property_subtypes: all("property_subtypes", filters.property_subtype),
  };
}
