import { daysOnMarketAt } from "./days-on-market.ts";
import type { Claim } from "./interpretation.ts";
import { numberAt } from "./quantities/numbers.ts";
import { isOfHomes, isTimeOfListing } from "./time-owner.ts";
import { matchesAt, PhraseTable, type Token } from "./tokens.ts";

/** Days of "new listings" without a time (search.md, D32). */
const NEW_DAYS = 7;
const REDUCED_DAYS = 30;
const MAX_DAYS = 3650;

/** Phrases that mean new listings, and those that mean lower prices. */
const events = new PhraseTable<"listed" | "reduced">([
  [
    "listed",
    `new listing, new listings, newly listed, just listed, recently listed, listed recently, new on the market, just came on the market, new to market,
    new to the market, fresh listing, fresh listings, fresh on the market, listed, posted, added, on the market, came on the market, came up, new homes listed, new`,
  ],
  [
    "reduced",
    `price drop, price drops, price dropped, price cut, price cuts, price reduced, price reduction, price reductions, reduced price, reduced prices,
    reduced in price, recently reduced, just reduced, price lowered, lowered price, price improvement, price change, marked down, reduced`,
  ],
]);
/** Words of events that mean one only together with a time: "listed this week", "new today". */
const REQUIRES_TIME = new Set(["listed", "posted", "added", "on", "came", "new"]);
const periods = new PhraseTable<number>([
  [1, "today, since yesterday, in the last day, past day, last day, this morning, in the past day"],
  [2, "yesterday"],
  [3, "this weekend, last weekend"],
  [
    7,
    "this week, last week, past week, in the last week, in the past week, within the last week, within a week, within the week, since last week, the past week",
  ],
  [14, "last two weeks, past two weeks, last couple of weeks, fortnight"],
  [
    30,
    "this month, last month, past month, in the last month, in the past month, within the last month, within a month, since last month",
  ],
  [365, "this year, past year, in the last year, in the past year"],
]);
const DAYS_OF_UNIT: Record<string, number> = {
  hour: 1 / 24,
  hr: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  mo: 30,
  year: 365,
};
const BEFORE_COUNT = new PhraseTable<true>([
  [
    true,
    "in the last, in the past, within the last, within the past, during the last, over the last, the last, the past, last, past, in last, in past, within, previous, in the previous",
  ],
]);

/** How long a home has been for sale already, before a count. */
const ON_MARKET = new PhraseTable<"min" | "max">([
  ["min", phrasesOf(["", "over", "more than", "at least"])],
  ["max", phrasesOf(["under", "less than", "fewer than", "at most"])],
]);

function phrasesOf(amounts: readonly string[]): string {
  const starts = ["on the market for", "on market for", "for sale for", "listed for"];
  // Without an amount, "on the market 30 days" may be a part of "new on the market".
  const bare = ["on the market", "on market", "listed"];
  return [
    ...starts.flatMap((start) => amounts.map((amount) => `${start} ${amount}`)),
    ...bare.flatMap((start) => amounts.filter(Boolean).map((amount) => `${start} ${amount}`)),
  ].join();
}

/**
 * Reads when a home was listed, how long it has been for sale, and when its price was reduced: "listed this week", "on the market for
 * the last 6 months", "price drop in the last 10 days".
 */
export function findRecency(tokens: readonly Token[], taken: ReadonlySet<number>): Claim[] {
  const claims: Claim[] = [];
  let floor = 0;
  for (let index = 0; index < tokens.length; ) {
    const claim = taken.has(index) ? null : claimAt(tokens, index, { floor, taken });
    if (claim) claims.push(claim);
    const isBreak = taken.has(index) || /^[,;!?()|]$/.test(tokens[index]?.text ?? "");
    index = claim?.to ?? index + 1;
    if (claim || isBreak) floor = index;
  }
  return claims;
}

function claimAt(
  tokens: readonly Token[],
  index: number,
  { floor, taken }: { floor: number; taken: ReadonlySet<number> },
): Claim | null {
  return (
    timeForSaleAt(tokens, index) ??
    daysOnMarketAt(tokens, index, floor) ??
    eventAt(tokens, index, taken) ??
    periodClaimAt(tokens, index, taken)
  );
}

function timeForSaleAt(tokens: readonly Token[], index: number): Claim | null {
  const stated = ON_MARKET.at(tokens, index);
  const counted = stated && countedAt(tokens, BEFORE_COUNT.at(tokens, stated.next)?.next ?? stated.next);
  if (!counted) return null;
  const to = tokens[counted.to]?.text === "ago" ? counted.to + 1 : counted.to;
  return { from: index, to, filters: { [`${stated.meaning}_days_on_market`]: counted.days } };
}

function eventAt(tokens: readonly Token[], index: number, taken: ReadonlySet<number>): Claim | null {
  const event = events.at(tokens, index);
  if (!event) return null;
  const isOfAnything = event.next === index + 1 && /^(?:new|added|posted)$/.test(tokens[index]?.text ?? "");
  if (isOfAnything && !isOfHomes(tokens, index, taken)) return null;
  const next = skipped(tokens, event.next);
  const period = periodAt(tokens, next) ?? agoAt(tokens, next);
  const isAlone = event.next === index + 1 || REQUIRES_TIME.has(tokens[index]?.text ?? "");
  const isWord = isAlone && /^(?:listed|posted|added|on|came|new|reduced)$/.test(tokens[index]?.text ?? "");
  if (period === null && isWord && !isNewListing(tokens, index)) return null;
  const days = period?.days ?? (event.meaning === "reduced" ? REDUCED_DAYS : NEW_DAYS);
  const to = period?.to ?? event.next;
  if (event.meaning === "listed") return { from: index, to, filters: { listed_within_days: days } };
  return { from: index, to, filters: { price_reduced_days: days } };
}

const isNewListing = (tokens: readonly Token[], index: number) =>
  matchesAt(tokens, index, ["new", "listing"]) ||
  matchesAt(tokens, index, ["new", "listings"]) ||
  matchesAt(tokens, index, ["new", "on", "the", "market"]) ||
  matchesAt(tokens, index, ["new", "to", "market"]) ||
  matchesAt(tokens, index, ["new", "to", "the", "market"]);

/** "Homes from the last 3 days": a time without an event is that of the listing. */
function periodClaimAt(tokens: readonly Token[], index: number, taken: ReadonlySet<number>): Claim | null {
  const period = periodAt(tokens, index);
  if (period === null || !isTimeOfListing(tokens, { from: index, to: period.to }, taken)) return null;
  return { from: index, to: period.to, filters: { listed_within_days: period.days } };
}

/** The times that a query names, those of listings and of anything else. */
export function findPeriods(tokens: readonly Token[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let index = 0; index < tokens.length; ) {
    const period = periodAt(tokens, index);
    if (period) found.push({ from: index, to: period.to });
    index = period?.to ?? index + 1;
  }
  return found;
}

/** Reads "this week", "last 3 days", "within 48 hours". */
function periodAt(tokens: readonly Token[], index: number): Days | null {
  const named = periods.at(tokens, index);
  if (named) return { days: named.meaning, to: named.next };
  const lead = BEFORE_COUNT.at(tokens, index);
  return lead ? countedAt(tokens, lead.next) : null;
}

type Days = { days: number; to: number };

/** Reads "3 days ago", "a week ago". */
function agoAt(tokens: readonly Token[], index: number): Days | null {
  const one = /^(?:an?|one)$/.test(tokens[index]?.text ?? "")
    ? DAYS_OF_UNIT[tokens[index + 1]?.text ?? ""]
    : undefined;
  const found = one === undefined ? countedAt(tokens, index) : { days: Math.ceil(one), to: index + 2 };
  return found && tokens[found.to]?.text === "ago" ? { ...found, to: found.to + 1 } : null;
}

/** Reads "3 days", "few weeks", "couple of months". */
function countedAt(tokens: readonly Token[], index: number): Days | null {
  const few = tokens[index]?.text === "few" ? { value: 3, next: index + 1 } : null;
  const couple = matchesAt(tokens, index, ["couple", "of"]) ? { value: 2, next: index + 2 } : null;
  const count = few ?? couple ?? numberAt(tokens, index);
  if (!count) return null;
  const unit = DAYS_OF_UNIT[(tokens[count.next]?.text ?? "").replace(/s$/, "")];
  // "Within 2 hours of Boise" is a distance.
  if (
    unit === undefined ||
    ["of", "from", "to", "drive", "away"].includes(tokens[count.next + 1]?.text ?? "")
  )
    return null;
  const days = Math.ceil(count.value * unit);
  return days >= 1 && days <= MAX_DAYS ? { days, to: count.next + 1 } : null;
}

/** Past words without meaning: "listed within", "price drop only". */
function skipped(tokens: readonly Token[], index: number): number {
  return /^(?:only|on|homes|houses|since|sometime|just|about|around)$/.test(tokens[index]?.text ?? "")
    ? index + 1
    : index;
}
