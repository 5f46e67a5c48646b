import { PhraseTable, type Token } from "../tokens.ts";

/** How words qualify a number: as a budget, maximum, less than it, minimum, more than it, about it, or exactly it. */
export type Cue = "budget" | "most" | "less" | "least" | "more" | "near" | "exact" | "from" | "between";

const before = new PhraseTable<Cue>([
  [
    "most",
    `max, maximum, max price, maximum price, up to, upto, no more than, no more then, not more than, not more then, not over,
    not above, nothing over, nothing above, nothing more than, no higher than, at most, within, until, <=, ≤, < =, no greater than,
    not exceeding, capped at, tops, no over, never over, cant go above, cant go over, cannot go above, cannot go over,
    wont go over, dont go over, dont want to go over, dont want to spend more than, not higher than, no bigger than, not bigger than, approved up to, not larger than, no larger than`,
  ],
  [
    "budget",
    "budget, max budget, maximum budget, budget max, budgeted, spend, spending, afford, pay, approved for, preapproved for, qualified for",
  ],
  [
    "less",
    `under, below, less than, less then, lower than, cheaper than, fewer than, smaller than, <, south of, beneath, undr`,
  ],
  [
    "least",
    `min, minimum, at least, atleast, at the least, starting at, starting from, starting in, upwards of, no less than, no less then,
    not less than, not under, not below, nothing under, nothing below, no fewer than, not fewer than, >=, ≥, > =, no smaller than,
    not smaller than, no cheaper than, never under, no lower than, nothing less than, nothing smaller than, min price, minimum price`,
  ],
  [
    "more",
    `over, above, more than, more then, bigger than, larger than, greater than, higher than, exceeding, >, north of`,
  ],
  [
    "near",
    `around, about, approximately, approx, approx ., roughly, near, close to, ~, ballpark, circa, abt`,
  ],
  ["exact", `exactly, only, just, precisely, strictly`],
  ["from", `from`],
  ["between", `between, btwn, betw, bw`],
]);

const after = new PhraseTable<Cue>([
  [
    "most",
    `or less, or under, or below, or fewer, or cheaper, or lower, or smaller, and under, and below, max, maximum, tops, at most,
    or max, budget, at the most, or older, or earlier, and less`,
  ],
  [
    "least",
    `+, plus, or more, and more, and up, and above, or above, or over, or higher, or better, or bigger, or larger, or greater, minimum,
    min, at least, and over, upwards, or newer, and newer, or later, or up, and bigger, and larger, on up`,
  ],
  ["near", `or so, ish, - ish, give or take, or thereabouts, or near`],
  ["exact", `only, exactly`],
]);

/** Words without meaning between a cue and its number: "max price of $400k". */
const FILLERS = new Set(["$", ":", "of", "is", "price", "the", "at", "=", "a", "usd", "us", "be", "-"]);
const MAX_FILLERS = 4;

/** Finds the cue before a number; `floor` is the first token that may belong to it. */
export function cueBefore(
  tokens: readonly Token[],
  index: number,
  floor: number,
): { cue: Cue | null; from: number } {
  let from = index;
  let passed = 0;
  let near: number | null = null;
  for (let end = index; end > floor && passed <= MAX_FILLERS; ) {
    const found = before.before(tokens, end);
    if (found && found.from >= floor) {
      // "Under about 400k" means under 400k.
      if (found.meaning !== "near") return { cue: found.meaning, from: found.from };
      near ??= found.from;
      end = found.from;
      continue;
    }
    if (!FILLERS.has(tokens[end - 1]?.text ?? "")) break;
    end--;
    passed++;
  }
  if (near !== null) return { cue: "near", from: near };
  while (from > floor && tokens[from - 1]?.text === "$") from--;
  return { cue: null, from };
}

/** Finds the cue after a number or its unit. A cue that belongs to the next number is skipped: `3 bed max 400k`. */
export function cueAfter(tokens: readonly Token[], index: number): { cue: Cue | null; next: number } {
  const found = after.at(tokens, index);
  if (!found) return { cue: null, next: index };
  const then = tokens[found.next];
  const isOfNext =
    then !== undefined && (then.value !== null || ["$", "of", "price", ":"].includes(then.text));
  const isSign =
    found.meaning === "least" && found.next === index + 1 && /^(?:\+|plus)$/.test(tokens[index]?.text ?? "");
  if (isOfNext && !isSign) return { cue: null, next: index };
  return { cue: found.meaning, next: found.next };
}
