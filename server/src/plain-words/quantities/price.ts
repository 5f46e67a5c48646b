import { matchesAt, type Token } from "../tokens.ts";
import type { Bounds } from "./bounds.ts";
import { measureLimits } from "./measures.ts";
import type { FoundNumber } from "./numbers.ts";
import { boundsOfQuantity, type Quantity } from "./quantity-at.ts";

/** Money other than a price, by the word before or after it. */
const OTHER_MONEY_BEFORE = new Set(
  "dues fee fees tax taxes rent payment payments mortgage income salary earn earning make makes making credit deposit save saved saving insurance reduced cut down paying".split(
    " ",
  ),
);
const OTHER_MONEY_AFTER = new Set(
  "down deposit off credit equity upgrades income salary mortgage rent monthly month mo yearly annually annual below closing repairs miles loan cash views followers year".split(
    " ",
  ),
);
const SKIPPED_WORDS = new Set([
  "/",
  "a",
  "per",
  "in",
  "of",
  "the",
  "for",
  "is",
  "are",
  "with",
  "less",
  "than",
  "under",
  "about",
  "$",
  ":",
  "by",
  "i",
  "around",
  "over",
]);
/** Six or seven bare digits are a price. Five are a postal code, eight a listing number. */
const [MIN_BARE_PRICE, MAX_BARE_PRICE] = [100_000, 9_999_999];
const ID_LABELS = new Set([
  "#",
  "mls",
  "id",
  "no",
  "number",
  "listing",
  "zip",
  "unit",
  "apt",
  "suite",
  "lot",
  "phone",
]);

/** Reads the price of a quantity without a unit; null when it is no price. */
export function priceOf(tokens: readonly Token[], quantity: Quantity): Bounds | null {
  const { numbers, cue, isMoney } = quantity;
  if (isOtherMoney(tokens, quantity)) return null;
  const values = scaledAlike(numbers);
  if (values.some((value) => value < measureLimits.price.min || value > measureLimits.price.max)) return null;
  const isMarkedAsMoney =
    isMoney || numbers.some(({ scaled, digits }) => scaled || digits?.includes(",") || digits === null);
  const hasLimitCue = cue !== null && cue !== "exact" && cue !== "near";
  const isBare = values.every((value) => value >= MIN_BARE_PRICE && value <= MAX_BARE_PRICE);
  if (!isMarkedAsMoney && !hasLimitCue && !isBare) return null;
  if (!isMarkedAsMoney && ID_LABELS.has(tokens[quantity.from - 1]?.text ?? "")) return null;
  return boundsOfQuantity(quantity, "price", values);
}

/** Applies the scale of the second number to the first: `400-500k` starts at 400k, `$1.2-1.5m` at 1.2m. */
function scaledAlike(numbers: readonly FoundNumber[]): number[] {
  const [first, second] = numbers;
  if (!first || !second) return first ? [first.value] : [];
  if (first.scaled || !second.scaled || first.value >= 1_000) return [first.value, second.value];
  const scale = second.value >= 1e6 && first.value < 10 ? 1e6 : 1e3;
  return [first.value * scale, second.value];
}

const FEES = new Set(["dues", "fee", "fees"]);
const LEAST_PRICE_BEHIND_FEES = 50_000;

/** "No HOA fees under 300k": no fee is as high. */
const isPriceOfHome = ({ numbers }: Quantity) =>
  numbers.every(({ value }) => value >= LEAST_PRICE_BEHIND_FEES);

function isOtherMoney(tokens: readonly Token[], quantity: Quantity): boolean {
  const { from, at, to } = quantity;
  for (const start of [from, at])
    for (let before = start - 1; before >= Math.max(0, start - 4); before--) {
      const { text } = tokens[before] as Token;
      if (OTHER_MONEY_BEFORE.has(text)) return !FEES.has(text) || !isPriceOfHome(quantity);
      if (!SKIPPED_WORDS.has(text)) break;
    }
  for (let after = to; after < Math.min(tokens.length, to + 4); after++) {
    const { text } = tokens[after] as Token;
    if (OTHER_MONEY_AFTER.has(text) && !matchesAt(tokens, after, ["down", "payment", "help"])) return true;
    if (text !== "/" && text !== "a" && text !== "per" && text !== "in") return false;
  }
  return false;
}

const THIRDS: Record<string, [number, number]> = {
  ...{ low: [0, 40], lower: [0, 40], mid: [30, 70], middle: [30, 70], high: [60, 100], upper: [60, 100] },
};

/** Reads "low 300s", "in the 400s", "low to mid 300s": a range of a hundred thousand, or a generous third of it. */
export function hundredsAt(
  tokens: readonly Token[],
  index: number,
): { bounds: Bounds; from: number; to: number } | null {
  const value = tokens[index]?.value;
  if (value == null || value % 100 !== 0 || value < 100 || value > 900) return null;
  const isK = tokens[index + 1]?.text === "k" ? 1 : 0;
  const quote = /^['’]$/.test(tokens[index + 1 + isK]?.written ?? "") ? 1 : 0;
  const s = index + 1 + isK + quote;
  const isPlural = tokens[s]?.text === "s" && tokens[s]?.glued;
  if (!isPlural && !(isK && tokens[index + 1]?.text === "ks")) return null;
  let from = index;
  let ends: [number, number] | undefined;
  for (; from > 0; from--) {
    const text = (tokens[from - 1] as Token).text;
    const third = THIRDS[text];
    if (third) ends = [Math.min(third[0], ends?.[0] ?? 100), Math.max(third[1], ends?.[1] ?? 0)];
    else if (!["to", "-", "in", "the"].includes(text)) break;
  }
  const [low, high] = ends ?? [0, 100];
  const opening = tokens[from - 1]?.text === "from" || tokens[from - 1]?.text === "starting";
  const min = value * 1_000 + low * 1_000;
  if (opening) return { bounds: { min, max: null }, from: from - 1, to: s + 1 };
  return { bounds: { min, max: value * 1_000 + high * 1_000 - 1 }, from, to: s + 1 };
}
