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
export function isNegatedAt(tokens: readonly Token[], index: number): boolean {
  return negationBefore(tokens, index) !== null;
}

/** The negating token, or null. */
export function negationBefore(tokens: readonly Token[], index: number): number | null {
  for (let before = index - 1; before >= 0 && before >= index - 4; before--) {
    const { text } = tokens[before] as Token;
    if (NEGATIONS.has(text)) return before;
    if (!BETWEEN.has(text)) return null;
  }
  return null;
}
