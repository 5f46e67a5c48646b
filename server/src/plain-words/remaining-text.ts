import type { Claim } from "./claim.ts";
import type { Token } from "./tokens.ts";

/** Words that hold others together: without those they dangle. */
const LEADING = new Set("in at on of and or but with to from for by , . ; : / - – — & |".split(" "));
const TRAILING = new Set(
  "in at on of and or but with to from for by a an the , ; : / - – — & | under over is my between around about w".split(
    " ",
  ),
);
const SIGNS = /^[,;:/–—&|-]$/;

/** What is left of a query without the words that became filters. */
export function remainingText(text: string, tokens: readonly Token[], claims: readonly Claim[]): string {
  const gone = new Set<number>();
  for (const { from, to, filters } of claims) if (filters) for (let at = from; at < to; at++) gone.add(at);
  if (gone.size === 0) return text.trim().replaceAll(/\s+/g, " ");
  const left = tokens.map((token, at) => ({ token, at })).filter(({ at }) => !gone.has(at));
  const kept = left.filter(
    ({ token, at }, nth) => !isDangling(token, at, left[nth - 1]?.at, left[nth + 1]?.at),
  );
  let [start, end] = [0, kept.length];
  while (start < end && LEADING.has(kept[start]?.token.text ?? "") && !isMeaningfulWith(kept, start)) start++;
  while (end > start && TRAILING.has(kept[end - 1]?.token.text ?? "")) end--;
  return kept
    .slice(start, end)
    .map(({ token, at }, nth) => (nth > 0 && (!token.glued || gone.has(at - 1)) ? " " : "") + token.written)
    .join("")
    .replaceAll(/ ([,;])/g, "$1");
}

type Kept = { token: Token; at: number };

/** "With a shop" says more than "a shop"; an "and" in front of nothing says nothing. */
function isMeaningfulWith(kept: readonly Kept[], at: number): boolean {
  return kept[at]?.token.text === "with" && kept.length > at + 1;
}

/** A preposition whose word is gone, and a sign between two holes. */
function isDangling(
  { text }: Token,
  at: number,
  before: number | undefined,
  next: number | undefined,
): boolean {
  const isGoneBefore = before === undefined || before !== at - 1;
  const isGoneNext = next === undefined || next !== at + 1;
  if (SIGNS.test(text)) return isGoneBefore;
  return (
    isGoneNext &&
    (["in", "at", "on", "of", "for", "with", "and", "or"].includes(text) ||
      (isGoneBefore && LEADING.has(text)))
  );
}
