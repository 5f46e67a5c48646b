import type { Word } from "../models/index.ts";
import type { Filters } from "./interpretation.ts";
import { kindsFoundIn } from "./vocabulary/named-in.ts";
import { type Found, PhraseFinder } from "./vocabulary/phrase-finder.ts";

/**
 * Words for any home, and words for ground that mean it only where no home is spoken of. "House" is no subtype: people who
 * want "a house in Eagle" buy townhouses too, but neither land nor an office.
 */
const finder = new PhraseFinder([
  [
    "home",
    `house, home, cottage, bungalow, cabin, villa, mansion, farmhouse, farm house, ranch house, chalet, starter home, condo, dwelling,
    residence, starter, hosue, huose, hous`,
  ],
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

export const SUBTYPES: Record<string, NonNullable<Filters["property_subtype"]>> = {
  condo: "Condominium",
  townhouse: "Townhouse",
  single_family: "Single Family Residence",
  manufactured: "Manufactured Home",
};
const ALTERNATIVES = new Set(["or", "and"]);
/** "Land to build a house" is land, whatever will stand on it. */
const TO_BUILD = new Set(["build", "building"]);

/** As `kindsFoundIn`, by the words that only a query uses. */
export function groundAndHomesIn(clauses: readonly Word[][]): Found[][] {
  return clauses.map((words) => finder.findIn(words));
}

type Noted = Found & { clause: number };

/** The kind of property that a query asks for. `asksRooms` says that it speaks of bedrooms or bathrooms. */
export function kindFilters(clauses: readonly Word[][], asksRooms: boolean): Filters {
  const noted = (found: Found[][]): Noted[] =>
    found
      .flatMap((each, clause) => each.map((one) => ({ ...one, clause })))
      .filter(({ key, denied }) => key !== null && !denied);
  const kinds = noted(kindsFoundIn(clauses));
  const others = noted(groundAndHomesIn(clauses)).filter(
    (each) => !kinds.some((kind) => isWithin(each, kind)),
  );
  const land = [...kinds, ...others].filter((each) => each.key === "land" && !isOfSomething(clauses, each));
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
  const named = new Set(dwellings.map(({ key }) => key as string));
  const [only] = named;
  const isAnyHome = homes.some((home) => dwellings.some((each) => areAlternatives(clauses, home, each)));
  const subtype = named.size === 1 && only !== undefined && !isAnyHome ? SUBTYPES[only] : undefined;
  return { property_type: "Residential", ...(subtype && { property_subtype: subtype }) };
}

const isWithin = (one: Noted, other: Noted) =>
  one.clause === other.clause && one.from < other.to && other.from < one.to;

/** "House or land", "land or a house". */
function areAlternatives(clauses: readonly Word[][], one: Noted, other: Noted): boolean {
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

/** "With some land", "on a big lot": ground that comes with what is wanted. */
function isOfSomething(clauses: readonly Word[][], land: Noted): boolean {
  const before = (clauses[land.clause] as Word[]).slice(Math.max(0, land.from - 4), land.from);
  return before.some(({ text }) => text === "with" || text === "on");
}

function isToBuildOn(clauses: readonly Word[][], land: Noted): boolean {
  const behind = (clauses[land.clause] as Word[]).slice(land.to, land.to + 4);
  return behind.some(
    ({ text }, nth) => TO_BUILD.has(text) && ["to", "for", "can", "i"].includes(behind[nth - 1]?.text ?? ""),
  );
}
