import type { Claim } from "./interpretation.ts";
import { cueAfter } from "./quantities/cues.ts";
import { numberAt } from "./quantities/numbers.ts";
import { type Quantity, quantityAt } from "./quantities/quantity-at.ts";
import { PhraseTable, type Token } from "./tokens.ts";

const labels = new PhraseTable<true>([
  [true, "days on market, days on the market, day on market, dom, cdom, time on market, time on the market"],
]);
const market = new PhraseTable<true>([
  [true, "on market, on the market, on mls, on the mls, listed, for sale"],
]);
const FILLERS = /^(?:is|of|:|,|that|are|days)$/;
const DAYS: Record<string, number> = { day: 1, week: 7, month: 30 };
const MAX_DAYS = 3650;

/** Reads how long a home has been for sale: "days on market under 10", "more than 90 days on the market". */
export function daysOnMarketAt(tokens: readonly Token[], index: number, floor: number): Claim | null {
  const label = labels.at(tokens, index);
  return label ? labeled(tokens, index, label.next) : counted(tokens, index, floor);
}

function labeled(tokens: readonly Token[], from: number, next: number): Claim | null {
  for (let at = next; at <= next + 4; at++) {
    const quantity = numberAt(tokens, at) && quantityAt(tokens, at, next);
    if (!quantity) continue;
    if (!tokens.slice(next, quantity.from).every(({ text }) => FILLERS.test(text))) return null;
    const end = quantity.numbers.at(-1)?.next ?? quantity.to;
    const factor = factorAt(tokens, end);
    if (quantity.unit !== null && factor === undefined) return null;
    return claimOf(quantity, { from, to: factor === undefined ? quantity.to : end + 1 }, factor ?? 1);
  }
  return null;
}

function counted(tokens: readonly Token[], index: number, floor: number): Claim | null {
  const quantity = numberAt(tokens, index) && quantityAt(tokens, index, floor);
  if (!quantity) return null;
  const unit = (quantity.numbers.at(-1)?.next ?? quantity.to) + (isSign(tokens, quantity) ? 1 : 0);
  const factor = factorAt(tokens, unit);
  const on = factor === undefined ? undefined : market.at(tokens, unit + 1);
  if (factor === undefined || on === undefined) return null;
  const behind = cueAfter(tokens, on.next);
  return claimOf(
    { ...quantity, cue: quantity.cue ?? behind.cue },
    { from: quantity.from, to: behind.next },
    factor,
  );
}

/** "90+ days". */
const isSign = (tokens: readonly Token[], { numbers }: Quantity) =>
  tokens[numbers.at(-1)?.next ?? -1]?.text === "+";

const factorAt = (tokens: readonly Token[], index: number) =>
  DAYS[(tokens[index]?.text ?? "").replace(/s$/, "")];

function claimOf(
  { cue, numbers }: Quantity,
  span: { from: number; to: number },
  factor: number,
): Claim | null {
  const days = numbers.map(({ value }) => Math.round(value * factor)).sort((one, other) => one - other);
  const [least = 0, most = least] = days;
  if (most > MAX_DAYS) return null;
  if (days.length > 1) return { ...span, filters: { min_days_on_market: least, max_days_on_market: most } };
  if (cue === "least" || cue === "more") return { ...span, filters: { min_days_on_market: least } };
  if (cue === "most" || cue === "less" || cue === "budget")
    return { ...span, filters: { max_days_on_market: most } };
  return null;
}
