/** A range of prices in US dollars that words ask for; null is an open end. */
export type AskedPrice = { min: number | null; max: number | null };

/** More than any listing costs (the import's own bound). */
export const MOST_MONEY = 99_999_999_999;

const UNITS: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, mm: 1e6, mil: 1e6, million: 1e6 };
const AMOUNT =
  /(\$ ?)?(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,6})? ?(k|thousand|mm?|mil|million)?(?![\p{L}\p{N}])/giu;
/** What follows a number that is no price. */
const OTHER_UNIT =
  /^\+? ?-?(?:sq|sf\b|feet|foot|ft|acres?|ac\b|beds?|bedrooms?|bd|br|baths?|bathrooms?|ba\b|miles?|min|year|car|stor(?:y|ies)|%|units?|levels?)/i;
/** What stands before the number of something. */
const A_NUMBER = /(?:mls|#|zip|id|no\.?|number)$/i;
const AT_MOST =
  /(?:under|below|less than|lower than|cheaper than|max|max\.|maximum|max price|up to|no more than|not over|at most|within|until|not more than|<|<=)(?: of)?:?$/i;
const NOT_LESS = /(?:not|no|never) (?:under|below|less than|lower than|cheaper than)(?: of)?:?$/i;
const AT_LEAST =
  /(?:over|above|more than|min|min\.|minimum|min price|at least|from|starting(?: at)?|upwards of|>|>=|no less than)(?: of)?:?$/i;
const OR_LESS = /^(?:or|and) (?:less|under|below|lower|cheaper)/i;
const OR_MORE = /^(?:\+|(?:or|and) (?:more|up|above|over|higher))/i;
/** Amounts that people write in words. */
const IN_WORDS: readonly [RegExp, string][] = [
  [/\bhalf a million\b/gi, "500k"],
  [/\b(?:a|one) million\b/gi, "1 million"],
];
const BETWEEN = /^(?:-|–|—|to|and|through)$/i;
/** "Around 450k", or 450k and nothing else, means prices near it. */
const NEAR = 0.1;

type Amount = {
  value: number;
  unit: boolean;
  sure: boolean;
  before: string;
  after: string;
  from: number;
  to: number;
};

/**
 * The price that a text asks for: under, over, between, `450k`, `$1.2m`. A number that says neither by a sign, a unit nor words
 * that it is money is none, and neither are square feet or a year.
 */
export function askedPrice(written: string): AskedPrice | null {
  const text = IN_WORDS.reduce((words, [pattern, amount]) => words.replaceAll(pattern, amount), written);
  const amounts = amountsIn(text);
  for (const [nth, first] of amounts.entries()) {
    const second = amounts[nth + 1];
    const range = second && rangeOf(text, first, second);
    if (range) return range;
    const one = alone(first);
    if (one) return one;
  }
  return null;
}

function amountsIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].flatMap((match) => {
    const [all, sign, whole = "", part = "", unit] = match;
    const value = Number(whole.replaceAll(",", "") + part) * (UNITS[unit?.toLowerCase() ?? ""] ?? 1);
    const from = match.index;
    const before = text.slice(Math.max(0, from - 24), from).trimEnd();
    const after = text.slice(from + all.length, from + all.length + 24).trimStart();
    const isOther = unit === undefined && sign === undefined && OTHER_UNIT.test(after);
    if (isOther || /[\p{L}\p{N}.]$/u.test(text.slice(Math.max(0, from - 1), from))) return [];
    const sure = sign !== undefined || unit !== undefined || whole.includes(",");
    return [{ value, unit: unit !== undefined, sure, before, after, from, to: from + all.length }];
  });
}

/** `400-500k` means 400k: the unit of the second is the first one's too. */
function rangeOf(text: string, first: Amount, second: Amount): AskedPrice | null {
  if (!BETWEEN.test(text.slice(first.to, second.from).trim())) return null;
  if (!second.sure && !first.sure && second.value < 100_000) return null;
  const scaled = !first.unit && second.unit && first.value < 1_000;
  const unit = second.value >= 1e6 && first.value < 10 ? 1e6 : 1e3;
  const low = scaled ? first.value * unit : first.value;
  if (!isPrice(low) || !isPrice(second.value)) return null;
  return { min: Math.min(low, second.value), max: Math.max(low, second.value) };
}

function alone({ value, sure, before, after }: Amount): AskedPrice | null {
  if (!isPrice(value)) return null;
  if (NOT_LESS.test(before)) return { min: value, max: null };
  if (AT_MOST.test(before) || (sure && OR_LESS.test(after))) return { min: null, max: value };
  if (AT_LEAST.test(before) || (sure && OR_MORE.test(after))) return { min: value, max: null };
  // Six or seven digits are a price as well; five are a postal code, eight the number of a listing.
  if (!sure && (value < 100_000 || value > 9_999_999 || A_NUMBER.test(before))) return null;
  return { min: Math.round(value * (1 - NEAR)), max: Math.round(value * (1 + NEAR)) };
}

function isPrice(value: number): boolean {
  return value >= 10_000 && value <= MOST_MONEY;
}
