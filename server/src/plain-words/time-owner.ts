import type { Claim } from "./interpretation.ts";
import { HOME_NOUNS } from "./places/state-at.ts";
import { matchesAt, type Token } from "./tokens.ts";
import { findFeatures } from "./vocabulary/named-traits.ts";

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** What may stand before the time of a listing, besides places and numbers: "anything from this week". */
const BEFORE_TIMES =
  set(`home homes house houses condo condos townhome townhomes townhouse townhouses land lots property properties apartment apartments cabin cabins
  listing listings market sale anything something everything all what whats ones stuff bed beds bedroom bedrooms bath baths bathroom bathrooms br ba bd
  k m sqft acres acre only me`);
const SKIPPED = set("from in for within the since during over just and ,");
/** What may stand between a home and "new" or "added", besides. */
const SKIPPED_BEFORE_NEW = set("is are was were been newly recently brand");
/** What is done to a home or a job, so that a time beside it is not that of the listing, though it may be past. */
const DONE =
  set(`renovated renovation remodeled remodelled remodel updated replaced built sold closed installed done redone painted inspected started quit lost
  moved roof hvac windows furnace appliances open visited toured saw seen went fell flew drove met`);
/** A time beside one of them is that of what the person does: "homes we saw last week", "our offer last month". */
const PERSONS = set("i we he she they my our his her their");
/** After these a person speaks of the search: "we want homes from the last 3 days". */
const SEARCHING = set("am are im want wants need needs like love prefer looking search searching seeking");
/** What a buyer plans. A time that is not past beside it is that of the plan: "buy a house this month". */
const PLANS =
  set(`moving move close closing relocating relocation buy buying purchase purchasing visit visiting tour touring see need needs by leaving leave start
  starts starting available ready until till before after lease rent job work school wedding retire retiring sell selling decide want`);
const MAX_WORDS_BEFORE = 12;

/**
 * Whether a time without an event, such as "last 3 days", is that of a listing: it stands beside homes, places, numbers or alone, and
 * nothing else that happens is mentioned. `taken` are names of places and the like.
 */
export function isTimeOfListing(
  tokens: readonly Token[],
  period: { from: number; to: number },
  taken: ReadonlySet<number>,
): boolean {
  const words = tokens.slice(period.from, period.to).map(({ text }) => text);
  const isPast = words.some((word) =>
    /^(?:last|past|previous|yesterday|since|today|day|hours?|hrs?)$/.test(word),
  );
  // Homes are rarely on the market for years; roofs and windows are.
  if (words.some((word) => /^years?$/.test(word)) && !matchesAt(tokens, period.from, ["this", "year"]))
    return false;
  const clause = clauseBefore(tokens, period.from);
  if (clause.some((index) => !taken.has(index) && DONE.has(textAt(tokens, index)))) return false;
  const mayBePlanned = !isPast || words.includes("today");
  if (mayBePlanned && clause.some((index) => PLANS.has(textAt(tokens, index)))) return false;
  if (isOfPerson(tokens, clause)) return false;
  if (isBesideHome(tokens, clause, taken, SKIPPED)) return isPast || !isWithin(words);
  // "3 bed with a pool last 7 days"; "new windows last month" are no listing.
  return (
    isPast && endsWithFeature(tokens, clause) && !clause.some((index) => NEW.test(textAt(tokens, index)))
  );
}

const NEW = /^newe?r?$/;

/** Whether "new" or "added" at a token is of homes: "homes added last month", not "deck added last month". */
export function isOfHomes(tokens: readonly Token[], index: number, taken: ReadonlySet<number>): boolean {
  const clause = clauseBefore(tokens, index);
  return (
    !isOfPerson(tokens, clause) &&
    isBesideHome(tokens, clause, taken, new Set([...SKIPPED, ...SKIPPED_BEFORE_NEW]))
  );
}

/** Whether a clause ends with homes, a place or a number, or is empty. */
function isBesideHome(
  tokens: readonly Token[],
  clause: readonly number[],
  taken: ReadonlySet<number>,
  skipped: ReadonlySet<string>,
): boolean {
  const before = clause.find((index) => !skipped.has(textAt(tokens, index)));
  if (before === undefined || taken.has(before) || tokens[before]?.value !== null) return true;
  const word = textAt(tokens, before);
  return BEFORE_TIMES.has(word) || HOME_NOUNS.has(word);
}

function isOfPerson(tokens: readonly Token[], clause: readonly number[]): boolean {
  const person = clause.findIndex((index) => PERSONS.has(textAt(tokens, index)));
  return person >= 0 && !clause.slice(0, person).some((index) => SEARCHING.has(textAt(tokens, index)));
}

/** Words of the longest features that are looked for. */
const MAX_FEATURE_WORDS = 3;

function endsWithFeature(tokens: readonly Token[], clause: readonly number[]): boolean {
  const words = clause.map((index) => textAt(tokens, index)).filter((word) => !SKIPPED.has(word));
  return Array.from({ length: MAX_FEATURE_WORDS }, (_, more) => words.slice(0, more + 1).reverse()).some(
    (last) => featureCount(last) > featureCount(last.slice(0, -1)),
  );
}

const featureCount = (words: readonly string[]) => findFeatures(words.join(" ")).length;

/** "Within 3 months" looks ahead. */
const isWithin = (words: readonly string[]) => words[0] === "within";

/** The tokens of the clause before one, the nearest first. */
function clauseBefore(tokens: readonly Token[], index: number): number[] {
  const clause: number[] = [];
  for (let before = index - 1; before >= Math.max(0, index - MAX_WORDS_BEFORE); before--) {
    if (/^[,;.!?()|]$/.test(textAt(tokens, before))) break;
    clause.push(before);
  }
  return clause;
}

const textAt = (tokens: readonly Token[], index: number) => tokens[index]?.text ?? "";

const OTHER_TIME =
  "Times are filters only for when a home was listed or its price reduced: write listed in the last 7 days.";

/** Claims for times that no step has understood: they are no filter. */
export function otherTimes(
  periods: readonly { from: number; to: number }[],
  taken: ReadonlySet<number>,
): Claim[] {
  return periods
    .filter(
      ({ from, to }) =>
        !Array.from({ length: to - from }, (_, nth) => from + nth).some((at) => taken.has(at)),
    )
    .map(({ from, to }) => ({ from, to, filters: null, why: OTHER_TIME }));
}
