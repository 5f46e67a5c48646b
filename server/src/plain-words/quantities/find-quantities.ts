import type { Claim } from "../interpretation.ts";
import type { Token } from "../tokens.ts";
import { type Bounds, toFilters } from "./bounds.ts";
import { labeledQuantityAt } from "./labelled-at.ts";
import type { Measure, Unit } from "./measures.ts";
import { isNegatedAt } from "./negations.ts";
import { hundredsAt, priceOf } from "./price.ts";
import { boundsOfQuantity, type Quantity, quantityAt } from "./quantity-at.ts";
import { namedRoomsAt, shortRoomsAt, studioAt } from "./rooms.ts";
import { isOfOtherObject, lotSizeOf } from "./size-owner.ts";
import { yearsAt } from "./years.ts";

/** Finds the quantities of a query: rooms, prices, sizes, years. `taken` are tokens with another meaning. */
export function findQuantities(tokens: readonly Token[], taken: ReadonlySet<number>): Claim[] {
  const claims: Claim[] = [];
  let floor = 0;
  let last: Counted | null = null;
  for (let index = 0; index < tokens.length; ) {
    const counted: Counted | null = taken.has(index) ? null : countedAt(tokens, index, floor, last);
    const claim = counted?.claim;
    if (claim) claims.push(claim);
    last = counted ?? last;
    index = Math.max(index + 1, claim?.to ?? 0);
    if (claim || taken.has(index - 1) || isBreak(tokens[index - 1])) floor = index;
  }
  return claims;
}

const CURRENCY = new Set(["dollar", "dollars", "usd", "bucks"]);

/** Whether a token separates a cue from a number. A colon and a full stop do not: "price:", "approx.". */
function isBreak(token: Token | undefined): boolean {
  return token !== undefined && /^[,;!?()|•]$/.test(token.text);
}

/** A claim, and its unit when the next number may share it. */
type Counted = { claim: Claim; unit: Unit | null };

function countedAt(
  tokens: readonly Token[],
  index: number,
  floor: number,
  last: Counted | null,
): Counted | null {
  const quantity = quantityAt(tokens, index, floor);
  const again = quantity && last?.unit && withSameUnit(tokens, quantity, last.claim.to, last.unit);
  const claim = again ? claimOfQuantity(tokens, again) : claimAt(tokens, index, floor);
  return claim && { claim, unit: again ? again.unit : claim.filters && (quantity?.unit ?? null) };
}

const RANGE_JOINTS = new Set(["but", "and", ",", "or"]);
/** Larger numbers without a unit are money, years or sizes. */
const MAX_COUNT = 20;

/** The second number shares the unit of the first: "at least 5 bedrooms but no more than 6". */
function withSameUnit(
  tokens: readonly Token[],
  quantity: Quantity,
  from: number,
  unit: Unit,
): Quantity | null {
  const { cue, numbers } = quantity;
  const isOpen = cue === "most" || cue === "less" || cue === "least" || cue === "more";
  const isCount = numbers.every(({ value, scaled }) => !scaled && value <= MAX_COUNT);
  const isNext = tokens.slice(from, quantity.from).every(({ text }) => RANGE_JOINTS.has(text));
  if (quantity.unit || quantity.isMoney || !isOpen || !isCount || !isNext) return null;
  return unit.measure === "sqft" || unit.measure === "other" ? null : { ...quantity, unit };
}

function claimAt(tokens: readonly Token[], index: number, floor: number): Claim | null {
  const short = shortRoomsAt(tokens, index);
  if (short) return refusable(tokens, short);
  const named = studioAt(tokens, index) ?? namedRoomsAt(tokens, index);
  if (named) return refusable(tokens, named);
  const hundreds = hundredsAt(tokens, index);
  if (hundreds) return claimOf(tokens, hundreds.from, hundreds.to, "price", hundreds.bounds);
  const years = yearsAt(tokens, index, floor);
  if (years)
    return years.bounds
      ? claimOf(tokens, years.from, years.to, "year_built", years.bounds)
      : { ...years, filters: null };
  const quantity = labeledQuantityAt(tokens, index) ?? quantityAt(tokens, index, floor);
  return quantity && claimOfQuantity(tokens, quantity);
}

function claimOfQuantity(tokens: readonly Token[], quantity: Quantity): Claim | null {
  const { from, to, unit } = quantity;
  // "400k houses" is a price, not a number of houses.
  const isMoney = quantity.isMoney || quantity.numbers.some(({ scaled }) => scaled);
  if (unit?.measure === "other" && isMoney) return claimOfQuantity(tokens, withoutUnit(quantity));
  if (unit?.measure === "other" || isOfOtherObject(tokens, quantity)) return { from, to, filters: null };
  if (unit === null) {
    const price = priceOf(tokens, quantity);
    if (price)
      return claimOf(tokens, from, CURRENCY.has(tokens[to]?.text ?? "") ? to + 1 : to, "price", price);
    return quantity.numbers[0]?.digits === null
      ? null
      : { from: quantity.at, to: quantity.at + 1, filters: null };
  }
  // One and a half stories give no filter.
  if (unit.measure === "stories" && quantity.numbers.some(({ value }) => value % 1 !== 0))
    return { from, to, filters: null };
  const lot = lotSizeOf(tokens, quantity);
  if (lot) return claimOf(tokens, from, lot.to, "acres", lot.bounds);
  const values = quantity.numbers
    .map(({ value }) => value * unit.factor)
    .map((value) => rounded(unit.measure as Measure, value));
  const bounds = boundsOfQuantity(quantity, unit.measure, values);
  // In "2.5 ac" the "ac" is not air conditioning.
  return { ...claimOf(tokens, from, to, unit.measure, bounds), isName: unit.measure === "acres" };
}

function withoutUnit(quantity: Quantity): Quantity {
  return { ...quantity, unit: null, to: quantity.numbers.at(-1)?.next ?? quantity.to };
}

/** Square feet and bedrooms are whole numbers; acres have two decimals. */
function rounded(measure: Measure, value: number): number {
  if (measure === "acres") return Math.round(value * 100) / 100;
  return measure === "baths" ? Math.floor(value * 4) / 4 : Math.floor(value);
}

function claimOf(
  tokens: readonly Token[],
  from: number,
  to: number,
  measure: Measure,
  bounds: Bounds,
): Claim {
  return refusable(tokens, { from, to, filters: toFilters(measure, bounds) });
}

/** Drops the filter of a negated quantity: "not a 1 bedroom". */
function refusable(tokens: readonly Token[], claim: Claim): Claim {
  return isNegatedAt(tokens, claim.from) ? { ...claim, filters: null } : claim;
}
