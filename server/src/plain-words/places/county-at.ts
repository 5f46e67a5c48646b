import type { Token } from "../tokens.ts";
import { placeIndex } from "./place-index.ts";

/**
 * Finds `ada county` or `county of ada`. The first of two alternatives is found too, because then neither is a
 * filter.
 */
export function countyAt(
  tokens: readonly Token[],
  index: number,
  counties: readonly string[],
): { name: string; to: number } | null {
  const isBefore = tokens[index]?.text === "county" && tokens[index + 1]?.text === "of";
  const start = isBefore ? index + 2 : index;
  const found = placeIndex(counties).at((nth) => tokens[start + nth]?.text);
  if (!found) return null;
  const end = start + found.words.length;
  if (isBefore) return { name: found.name, to: end };
  if (isCountyWord(tokens[end])) return { name: found.name, to: end + 1 };
  const isFirstOfTwo =
    ["or", "and", "&", "/", ","].includes(tokens[end]?.text ?? "") &&
    placeIndex(counties).at((nth) => tokens[end + 1 + nth]?.text);
  return isFirstOfTwo && isCountyWord(tokens[end + 1 + isFirstOfTwo.words.length])
    ? { name: found.name, to: end }
    : null;
}

export const isCountyWord = (token: Token | undefined) =>
  token !== undefined && ["county", "co", "counties", "parish", "cnty"].includes(token.text);
