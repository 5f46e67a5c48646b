import type { Token } from "../tokens.ts";

const NEGATIONS = new Set([
  "no",
  "not",
  "without",
  "never",
  "except",
  "avoid",
  "nor",
  "neither",
  "isnt",
  "dont",
  "hate",
]);
const BETWEEN = new Set(["a", "an", "the", "any", "in", "want", "be", "need"]);

/** Whether the words before a token negate it: "not a 1 bedroom". */
export function isNegatedAt(tokens: readonly Token[], at: number): boolean {
  return negationBefore(tokens, at) !== null;
}

/** The negating token, or null. */
export function negationBefore(tokens: readonly Token[], at: number): number | null {
  for (let before = at - 1; before >= 0 && before >= at - 4; before--) {
    const { text } = tokens[before] as Token;
    if (NEGATIONS.has(text)) return before;
    if (!BETWEEN.has(text)) return null;
  }
  return null;
}
