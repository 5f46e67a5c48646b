import type { Word } from "../models/index.ts";
import type { Filters, PropertySubtype } from "./interpretation.ts";
import { locatePropertyTypes } from "./vocabulary/named-traits.ts";
import { type Found, PhraseFinder } from "./vocabulary/phrase-finder.ts";

/**
 * Words for any home, and words for land that mean it only when no home is mentioned. "House" is no subtype: people
 * who want "a house in Eagle" buy townhouses too, but neither land nor an office.
 */
const finder = new PhraseFinder([
  [
    "home",
    `house, home, cottage, bungalow, cabin, villa, mansion, farmhouse, farm house, ranch house, chalet, starter home, condo, dwelling,
    residence, starter, hosue, huose, hous`,
  ],
  ["single_family", "detached"],
  ["condo", "a flat, bed flat, bedroom flat, br flat, studio flat, garden flat, top floor flat"],
  [
    "land",
    "lot, lot for sale, plot, parcel, farm ground, farmland, acreage for sale, bare ground, homesite, building plot, plot of land",
  ],
  [
    null,
    `home office, home gym, home theater, home theatre, home depot, home warranty, home school, open house, home town, home loan, home equity,
    home buyer, homeowners association, home owners association, guest house, pool house, green house, carriage house, tree house,
    play house, club house, home value, home inspection, home builder, house hunting, mobile home park, home business, home studio,
    large lot, big lot, huge lot, corner lot, parking lot, lot of, lot size, lot line, wooded lot, flat lot, private lot, nice lot,
    hobby farm, mini farm, farm sink, farm style, farm table, farm to table, farm animal, farmhouse sink, farmhouse style, farmhouse kitchen,
    on a lot, a lot, whole lot, flat roof, house plant, house rule, work from home, working from home, close to home, dog house`,
  ],
]);

export const subtypes: Record<string, PropertySubtype> = {
  condo: "Condominium",
  townhouse: "Townhouse",
  single_family: "Single Family Residence",
  manufactured: "Manufactured Home",
};
const ALTERNATIVES = new Set(["or", "and"]);
/** "Land to build a house" means land, although it mentions a house. */
const BUILD_WORDS = new Set(["build", "building"]);

/** Like `locatePropertyTypes`, for words that are used in queries only. */
export function findLandAndHomes(clauses: readonly Word[][]): Found[][] {
  return clauses.map((words) =>
    finder.findIn(words).filter(({ key, to }) => key !== "single_family" || isOfHome(words[to]?.text)),
  );
}

/** "3 bed detached in Boise"; "detached garage" is about something else. */
const isOfHome = (next: string | undefined) =>
  next === undefined || /^(?:in|under|near|only|with|or|and|below|not|no|for)$/.test(next);

type FoundInClause = Found & { clause: number };

/** Derives the property type filter of a query. `asksRooms` is whether it mentions bedrooms or bathrooms. */
export function propertyTypeFilters(clauses: readonly Word[][], asksRooms: boolean): Filters {
  const inClauses = (found: Found[][]): FoundInClause[] =>
    found
      .flatMap((each, clause) => each.map((one) => ({ ...one, clause })))
      .filter(({ key, denied }) => key !== null && !denied);
  const kinds = inClauses(locatePropertyTypes(clauses));
  const others = inClauses(findLandAndHomes(clauses)).filter(
    (each) => !kinds.some((kind) => isWithin(each, kind)),
  );
  const land = [...kinds, ...others].filter((each) => each.key === "land" && !comesWithHome(clauses, each));
  const homes = others.filter(({ key }) => key === "home");
  const commercial = kinds.filter(({ key }) => key === "commercial");
  const dwellings = [...kinds, ...others].filter(
    ({ key }) => !["land", "commercial", "home"].includes(key as string),
  );
  const residential = [...homes, ...dwellings];

  if (
    land.some((each) =>
      [...residential, ...commercial].some((other) => areAlternatives(clauses, each, other)),
    )
  )
    return {};
  if (commercial.length > 0) return residential.length === 0 ? { property_type: "Commercial" } : {};
  if (land.some((each) => isToBuildOn(clauses, each)) && dwellings.length === 0)
    return { property_type: "Land" };
  if (residential.length === 0) return land.length > 0 && !asksRooms ? { property_type: "Land" } : {};
  const named = [...new Set(dwellings.map(({ key }) => subtypes[key as string]))];
  const isAnyHome = homes.some((home) => dwellings.some((each) => areAlternatives(clauses, home, each)));
  const of = isAnyHome ? [] : named.filter((each) => each !== undefined);
  // A duplex is one of several subtypes, so that a filter for the others would hide it.
  if (of.length === 0 || of.length < named.length) return { property_type: "Residential" };
  return { property_type: "Residential", property_subtype: of.length > 1 ? of : (of[0] as PropertySubtype) };
}

const isWithin = (one: FoundInClause, other: FoundInClause) =>
  one.clause === other.clause && one.from < other.to && other.from < one.to;

/** "House or land", "land or a house". */
function areAlternatives(clauses: readonly Word[][], one: FoundInClause, other: FoundInClause): boolean {
  if (one.clause !== other.clause) return false;
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  const between = (clauses[one.clause] as Word[]).slice(first.to, second.from);
  return (
    between.length <= 3 &&
    between.some(
      ({ text }) => text === "or" || (ALTERNATIVES.has(text) && between.length === 1 && first.key !== "home"),
    )
  );
}

/** "With some land", "on a big lot": land that belongs to a home. */
function comesWithHome(clauses: readonly Word[][], land: FoundInClause): boolean {
  const before = (clauses[land.clause] as Word[]).slice(Math.max(0, land.from - 4), land.from);
  return before.some(({ text }) => text === "with" || text === "on");
}

function isToBuildOn(clauses: readonly Word[][], land: FoundInClause): boolean {
  const behind = (clauses[land.clause] as Word[]).slice(land.to, land.to + 4);
  return behind.some(
    ({ text }, nth) =>
      BUILD_WORDS.has(text) && ["to", "for", "can", "i"].includes(behind[nth - 1]?.text ?? ""),
  );
}
