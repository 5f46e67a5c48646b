import type { Claim } from "./interpretation.ts";
import { HOME_NOUNS } from "./places/state-at.ts";
import { matchesAt, type Token } from "./tokens.ts";

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** What may stand before the time of a listing, besides places and numbers: "anything from this week". */
const BEFORE_TIMES =
  set(`home homes house houses condo condos townhome townhomes townhouse townhouses land lots property properties apartment apartments cabin cabins
  listing listings market anything something everything all what ones stuff bed beds bedroom bedrooms bath baths bathroom bathrooms br ba bd k m
  sqft acres acre only new`);
const SKIPPED = set("from in for within the since during over just and ,");
/** What is done to a home or a job, so that a time beside it is not that of the listing, though it may be past. */
const DONE =
  set(`renovated renovation remodeled remodelled remodel updated replaced built sold closed installed done redone painted inspected started quit lost
  moved roof hvac windows furnace appliances open`);
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
  if (!isPast && clause.some((index) => PLANS.has(textAt(tokens, index)))) return false;
  const before = clause.find((index) => !SKIPPED.has(textAt(tokens, index)));
  if (before === undefined || taken.has(before) || tokens[before]?.value !== null)
    return isPast || !isWithin(words);
  const word = textAt(tokens, before);
  if (BEFORE_TIMES.has(word) || HOME_NOUNS.has(word)) return isPast || !isWithin(words);
  return isPast && !/ed$/.test(word) && !clause.some((index) => /^newe?r?$/.test(textAt(tokens, index)));
}

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
