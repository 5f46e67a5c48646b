import type { Claim } from "./claim.ts";
import type { Denied, Filters } from "./interpretation.ts";
import { groundAndHomesIn, SUBTYPES } from "./kinds.ts";
import type { PlacedWord } from "./placed-words.ts";
import type { Token } from "./tokens.ts";
import { featuresFoundIn, kindsFoundIn } from "./vocabulary/named-in.ts";
import type { Found } from "./vocabulary/phrase-finder.ts";

/** A kind as listings have it: what is left out when somebody says no to it. */
const KINDS: Record<string, Partial<Denied>> = {
  land: { property_types: ["Land"] },
  commercial: { property_types: ["Commercial"] },
  multifamily: { property_subtypes: ["Duplex", "Triplex", "Quadruplex", "Multi Family"] },
  ...Object.fromEntries(Object.entries(SUBTYPES).map(([key, name]) => [key, { property_subtypes: [name] }])),
};
/** They may stand between a "no" and a kind: to leave homes out takes more than a "no" somewhere before. */
const BETWEEN = new Set(
  "a an the any or nor and either want wanting looking interested like to in for at buy be live of but my".split(
    " ",
  ),
);
/** They belong to a denial that follows: "house but not a condo", "that doesn't have a pool". */
const BEFORE = new Set("but and that which it we i im were id please also with".split(" "));

/** Refused features and denied kinds as claims on the words that refuse them, so that those are not sought. */
export function denialsIn(
  clauses: readonly PlacedWord[][],
  tokens: readonly Token[],
  refused: readonly string[],
): Claim[] {
  const features = featuresFoundIn(clauses);
  const kinds = kindsFoundIn(clauses);
  const grounds = groundAndHomesIn(clauses);
  return clauses.flatMap((words, nth) => {
    const ofFeatures = (features[nth] ?? []).filter(
      (each) => each.denied && refused.includes(each.key ?? ""),
    );
    const others = (grounds[nth] ?? []).filter((each) => each.key === "condo" || isManyLots(words, each));
    const ofKinds: Found[] = [];
    for (const each of [...(kinds[nth] ?? []), ...others].filter(({ key }) => key !== null))
      if (isPlainlyDenied(words, each, ofKinds)) ofKinds.push(each);
    return [
      ...ofFeatures.map((each) => claimOf(words, tokens, each, {})),
      ...ofKinds.map((each) => claimOf(words, tokens, each, KINDS[each.key as string] ?? {})),
    ];
  });
}

/** "No lots" are none to build on; "no lot rent" is about something else. */
const isManyLots = (words: readonly PlacedWord[], { key, to }: Found) =>
  key === "land" && /s$/.test(words[to - 1]?.text ?? "");

function isPlainlyDenied(words: readonly PlacedWord[], found: Found, before: readonly Found[]): boolean {
  const { no } = found;
  if (no === null) return false;
  return words
    .slice(no + 1, found.from)
    .every(({ text }, nth) => BETWEEN.has(text) || before.some((each) => isIn(no + 1 + nth, each)));
}

const isIn = (at: number, { from, to }: Found) => at >= from && at < to;

function claimOf(
  words: readonly PlacedWord[],
  tokens: readonly Token[],
  found: Found,
  denies: Partial<Denied>,
): Claim {
  let first = found.no ?? found.from;
  while (first > 0 && BEFORE.has(words[first - 1]?.text ?? "")) first--;
  const start = words[first]?.start ?? 0;
  const end = words[found.to - 1]?.end ?? 0;
  const from = tokens.findIndex((token) => token.to > start);
  const behind = tokens.findIndex((token) => token.from >= end);
  return { from, to: behind < 0 ? tokens.length : behind, filters: {}, denies };
}

/** Whether "no garage" is said, and not "no detached garage". */
export function refusesAnyGarage(clauses: readonly PlacedWord[][]): boolean {
  return featuresFoundIn(clauses).some((found) =>
    found.some(({ key, denied, from, to }) => key === "garage" && denied && to - from === 1),
  );
}

/** What one word for several features refuses: "no basement" is no finished one either. */
const TOGETHER: Record<string, readonly string[]> = {
  basement: ["finished_basement"],
  pool: ["community_pool"],
  garage: ["three_car_garage"],
};

/** Refused features with those that go with them, but for what is wanted. */
export function withTheirLike(refused: readonly string[], wanted: readonly string[]): string[] {
  const all = new Set(refused.flatMap((key) => [key, ...(TOGETHER[key] ?? [])]));
  return [...all].filter((key) => !wanted.includes(key));
}

/** All that claims deny, but for what a filter asks for. */
export function deniedBy(claims: readonly Claim[], filters: Filters): Denied {
  const asked = (value: string | string[] | undefined) => (value === undefined ? [] : [value].flat());
  const all = (name: keyof Denied, wanted: string | string[] | undefined) => [
    ...new Set(
      claims.flatMap(({ denies }) => denies?.[name] ?? []).filter((each) => !asked(wanted).includes(each)),
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
