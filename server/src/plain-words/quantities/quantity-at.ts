import type { Token } from "../tokens.ts";
import { type Bounds, boundsOf } from "./bounds.ts";
import { type Cue, cueAfter, cueBefore } from "./cues.ts";
import { type Unit, unitAt } from "./measures.ts";
import { type FoundNumber, numberAt } from "./numbers.ts";

/** A number or range with its unit and cue. */
export type Quantity = {
  from: number;
  to: number;
  unit: Unit | null;
  cue: Cue | null;
  /** One number, or the two of a range in the written order. */
  numbers: FoundNumber[];
  /** Whether it has a dollar sign. */
  isMoney: boolean;
  /** The token of the first number. */
  at: number;
};

const DASHES = new Set(["-", "–", "—", "to", "thru", "through", "till"]);

/** Reads the quantity at a token; `floor` is the first token that may belong to it. */
export function quantityAt(tokens: readonly Token[], index: number, floor: number): Quantity | null {
  const first = numberAt(tokens, index);
  if (!first) return null;
  const before = cueBefore(tokens, index, floor);
  let isMoney = tokens[index - 1]?.text === "$";
  let one = unitBehind(tokens, first.next);
  const second = one.unit?.measure === "other" ? null : rangeEnd(tokens, one.next, before.cue, one.unit);
  if (second) {
    isMoney ||= second.isMoney;
    const two = unitBehind(tokens, second.number.next);
    const isSame = !one.unit || !two.unit || one.unit.measure === two.unit.measure;
    const isLoose = second.isOr && !one.unit && !two.unit;
    // "Under $400k or 3 beds" is no range.
    const isOfMoney = one.unit === null && (tokens[index - 1]?.text === "$" || first.scaled);
    const isMixed = isOfMoney && two.unit !== null && !second.isMoney && !second.number.scaled;
    if (isSame && !isLoose && !isMixed) {
      const unit = two.unit ?? one.unit;
      const isBetween = before.cue === "between" || before.cue === "from" || before.cue === null;
      return {
        ...{ from: before.from, to: two.next, unit, isMoney, at: index },
        cue: isBetween ? null : before.cue,
        numbers: [first, second.number],
      };
    }
    one = unitBehind(tokens, first.next);
  }
  return {
    ...{ from: before.from, to: one.next, unit: one.unit, isMoney, at: index },
    cue: before.cue === "between" ? one.cue : (before.cue ?? one.cue),
    numbers: [first],
  };
}

/** Reads the unit, with a cue such as "or more" before or after it. */
function unitBehind(
  tokens: readonly Token[],
  index: number,
): { unit: Unit | null; cue: Cue | null; next: number } {
  const direct = unitAt(tokens, index);
  if (direct) {
    const half =
      direct.unit.measure === "acres" && tokens[direct.next]?.text === "and" ? direct.next : direct.next;
    const { cue, next } = cueAfter(tokens, half);
    return { unit: direct.unit, cue, next };
  }
  const { cue, next } = cueAfter(tokens, index);
  const later = cue === null ? null : unitAt(tokens, next);
  return later ? { unit: later.unit, cue, next: later.next } : { unit: null, cue, next };
}

function rangeEnd(
  tokens: readonly Token[],
  index: number,
  cue: Cue | null,
  unit: Unit | null,
): { number: FoundNumber; isMoney: boolean; isOr: boolean } | null {
  const text = tokens[index]?.text ?? "";
  const isOr = text === "or";
  if (!DASHES.has(text) && !isOr && !(text === "and" && cue === "between")) return null;
  const isMoney = tokens[index + 1]?.text === "$";
  const number = numberAt(tokens, isMoney ? index + 2 : index + 1);
  if (!number || (isOr && unit?.measure === "year_built")) return null;
  return { number, isMoney, isOr };
}

/** Bounds of a quantity. The numbers of a range may be in either order. */
export function boundsOfQuantity(
  quantity: Quantity,
  measure: Exclude<Unit["measure"], "other">,
  values: number[],
): Bounds {
  const [one = 0, two] = values;
  if (two === undefined) return boundsOf(measure, one, quantity.cue);
  const [low, high] = one <= two ? [one, two] : [two, one];
  if (quantity.cue === "most" || quantity.cue === "less") return { min: null, max: high };
  if (quantity.cue === "least" || quantity.cue === "more") return { min: low, max: null };
  return { min: low, max: high };
}
