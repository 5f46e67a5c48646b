import type { Claim } from "./interpretation.ts";
import type { Token } from "./tokens.ts";

/** Connecting words, which are dropped when the words they connect are claimed. */
const LEADING = new Set("in at on of and or nor but with to from for by , . ; : / - – — & |".split(" "));
const TRAILING = new Set(
  "in at on of and or nor but with to from for by a an the , ; : / - – — & | under over is my between around about w".split(
    " ",
  ),
);
const SIGNS = /^[,;:/–—&|-]$/;

/** Returns the query without the words that became filters. */
export function remainingText(text: string, tokens: readonly Token[], claims: readonly Claim[]): string {
  const claimed = new Set<number>();
  for (const { from, to, filters } of claims)
    if (filters) for (let index = from; index < to; index++) claimed.add(index);
  if (claimed.size === 0) return text.trim().replaceAll(/\s+/g, " ");
  const left = tokens.map((token, index) => ({ token, at: index })).filter(({ at }) => !claimed.has(at));
  const kept = left.filter(
    ({ token, at }, nth) => !isDangling(token, at, left[nth - 1]?.at, left[nth + 1]?.at),
  );
  let [start, end] = [0, kept.length];
  while (start < end && LEADING.has(kept[start]?.token.text ?? "") && !isMeaningfulWith(kept, start)) start++;
  while (end > start && TRAILING.has(kept[end - 1]?.token.text ?? "")) end--;
  return kept
    .slice(start, end)
    .map(
      ({ token, at }, nth) => (nth > 0 && (!token.glued || claimed.has(at - 1)) ? " " : "") + token.written,
    )
    .join("")
    .replaceAll(/ ([,;])/g, "$1");
}

type Kept = { token: Token; at: number };

/** "With a shop" is kept whole, because the "with" is meaningful there. */
function isMeaningfulWith(kept: readonly Kept[], index: number): boolean {
  return kept[index]?.token.text === "with" && kept.length > index + 1;
}

/** Whether a token is a preposition without its noun, or a sign between two removed spans. */
function isDangling(
  { text }: Token,
  index: number,
  before: number | undefined,
  next: number | undefined,
): boolean {
  const isGoneBefore = before === undefined || before !== index - 1;
  const isGoneNext = next === undefined || next !== index + 1;
  if (SIGNS.test(text)) return isGoneBefore;
  return (
    isGoneNext &&
    (["in", "at", "on", "of", "for", "with", "and", "or", "nor"].includes(text) ||
      (isGoneBefore && LEADING.has(text)))
  );
}
