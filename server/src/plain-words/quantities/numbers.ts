import type { Token } from "../tokens.ts";

/** A number that starts at a token. */
export type FoundNumber = {
  value: number;
  /** The token after it. */
  next: number;
  /** Whether it has a scale such as thousand or million: `450k`. */
  scaled: boolean;
  /** Its digits as written, or null in words: commas distinguish money and sizes from counts. */
  digits: string | null;
};

const SMALL = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value] as const),
);
for (const [nth, word] of "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").entries())
  SMALL.set(word, (nth + 2) * 10);

const SCALES: Record<string, number> = {
  ...{ k: 1e3, ks: 1e3, thousand: 1e3, thousands: 1e3, grand: 1e3 },
  ...{ m: 1e6, mm: 1e6, mil: 1e6, mill: 1e6, million: 1e6, millions: 1e6 },
};
const PARTS: Record<string, number> = {
  half: 0.5,
  quarter: 0.25,
  quarters: 0.25,
  third: 1 / 3,
  thirds: 1 / 3,
};
const ARTICLES = new Set(["a", "an", "of"]);
/** Units before which "a" means one. */
const UNITS_AFTER_ARTICLE = new Set(["million", "acre", "acres"]);

/**
 * Reads the number at a token, in digits or words: `1,200`, `2 1/2`, `1.2m`, `half a million`, `two hundred and fifty
 * thousand`.
 */
export function numberAt(tokens: readonly Token[], index: number): FoundNumber | null {
  const found = plainAt(tokens, index);
  if (!found) return null;
  return withScale(tokens, withHalf(tokens, found));
}

function plainAt(tokens: readonly Token[], index: number): FoundNumber | null {
  const token = tokens[index];
  if (!token) return null;
  if (token.value !== null) return inDigits(tokens, index, token.value);
  return partAt(tokens, index) ?? inWords(tokens, index);
}

function inDigits(tokens: readonly Token[], index: number, value: number): FoundNumber {
  const digits = (tokens[index] as Token).written;
  const alone = fractionAt(tokens, index);
  if (alone) return { value: alone, next: index + 3, scaled: false, digits: null };
  const behind = tokens[index + 1];
  if (behind && behind.value !== null && "¼½¾".includes(behind.written))
    return { value: value + behind.value, next: index + 2, scaled: false, digits };
  const mixed = behind?.value != null && !behind.glued ? fractionAt(tokens, index + 1) : null;
  if (mixed) return { value: value + mixed, next: index + 4, scaled: false, digits };
  return { value, next: index + 1, scaled: false, digits };
}

/** Reads `1/2` or `3/4`. Only these denominators are fractions; others are rooms (`3/2`) or dates. */
function fractionAt(tokens: readonly Token[], index: number): number | null {
  const [over, slash, under] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (slash?.text !== "/" || !over || !under || over.value === null || under.value === null) return null;
  if (tokens[index + 3]?.text === "/" || !Number.isInteger(over.value)) return null;
  return over.value > 0 && over.value < under.value && [2, 3, 4, 8].includes(under.value)
    ? over.value / under.value
    : null;
}

/** `half an acre`, `three quarters of an acre`, `an acre`, `a couple of acres`. */
function partAt(tokens: readonly Token[], index: number): FoundNumber | null {
  const text = tokens[index]?.text ?? "";
  const times =
    (text === "three" || text === "two") && PARTS[tokens[index + 1]?.text ?? ""]
      ? SMALL.get(text)
      : undefined;
  const part = PARTS[tokens[times ? index + 1 : index]?.text ?? ""];
  if (part !== undefined) {
    let next = index + (times ? 2 : 1);
    while (ARTICLES.has(tokens[next]?.text ?? "")) next++;
    return { value: part * (times ?? 1), next, scaled: false, digits: null };
  }
  if (text === "couple") {
    const next = tokens[index + 1]?.text === "of" ? index + 2 : index + 1;
    return tokens[next]?.text === "acres" ? { value: 2, next, scaled: false, digits: null } : null;
  }
  if ((text === "a" || text === "an") && UNITS_AFTER_ARTICLE.has(tokens[index + 1]?.text ?? ""))
    return { value: 1, next: index + 1, scaled: false, digits: null };
  return null;
}

function inWords(tokens: readonly Token[], index: number): FoundNumber | null {
  let value = 0;
  let next = index;
  for (; next < tokens.length; next++) {
    const text = (tokens[next] as Token).text;
    const small = SMALL.get(text);
    if (small !== undefined && (next === index || value % 100 === 0 || (value % 10 === 0 && small < 10)))
      value += small;
    else if (text === "hundred" && next > index && value < 100) value *= 100;
    else if (text === "and" && value >= 100 && SMALL.has(tokens[next + 1]?.text ?? "")) continue;
    else if (text !== "-" || !SMALL.has(tokens[next + 1]?.text ?? "") || value % 10 !== 0 || value === 0)
      break;
  }
  return next === index ? null : { value, next, scaled: false, digits: null };
}

/** `two and a half`. */
function withHalf(tokens: readonly Token[], found: FoundNumber): FoundNumber {
  const { next } = found;
  const words = ["and", "a", "half"];
  if (!words.every((word, nth) => tokens[next + nth]?.text === word)) return found;
  return { ...found, value: found.value + 0.5, next: next + 3 };
}

function withScale(tokens: readonly Token[], found: FoundNumber): FoundNumber {
  const scale = SCALES[tokens[found.next]?.text ?? ""];
  // 200 m2 are square meters.
  const isMetres = tokens[found.next]?.text === "m" && /^[2²]$/.test(tokens[found.next + 1]?.written ?? "");
  if (scale === undefined || isMetres) return found;
  const scaled = { ...found, value: found.value * scale, next: found.next + 1, scaled: true };
  const [rest, end] = restOf(tokens, scaled.next, scale);
  return { ...scaled, value: scaled.value + rest, next: end };
}

/** Reads `a million and a half`. The fifty of `four million fifty thousand` is ignored. */
function restOf(tokens: readonly Token[], index: number, scale: number): [rest: number, next: number] {
  const half = ["and", "a", "half"].every((word, nth) => tokens[index + nth]?.text === word);
  return half ? [scale / 2, index + 3] : [0, index];
}
