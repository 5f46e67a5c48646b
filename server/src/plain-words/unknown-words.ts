import { correctSpelling, wordsOf } from "../models/index.ts";
import type { Claim, KnownPlaces } from "./interpretation.ts";
import { isUnknownWord } from "./places/unknown-places.ts";
import type { Token } from "./tokens.ts";
import { correctTypos } from "./vocabulary/correct-typos.ts";

/** Words that say nothing about a home by themselves; the database leaves the first of them out of what listings have. */
const FUNCTION_WORDS = new Set(
  `myself ourselves yourself yourselves himself herself itself themselves against between during below further nor don doesnt didnt isnt arent wasnt werent
  hasnt havent hadnt wont wouldnt couldnt shouldnt cant cannot ours yours theirs hers
  outside inside nearby looking look last next end along greater less more least find found call month week year day something anything everything nothing
  someone somewhere anywhere everywhere half asap please thanks thank hello hey gonna wanna gotta maybe perhaps also too like want wants wanted need needs
  would could should might must shall may zip code plot places priced within without across toward towards beyond beside besides except plus via per`.split(
    /\s+/,
  ),
);
export const NO_LISTING_HAS_IT = "No listing has this word.";

/**
 * Words that no vocabulary has, typos of what one has among them: whether listings have them is looked up before the query is compared.
 */
export function unknownWords(tokens: readonly Token[], taken: ReadonlySet<number>): string[] {
  const indexes = [...tokens.keys()].filter((index) => !taken.has(index) && isUnfamiliar(tokens, index));
  return [...new Set(indexes.map((index) => (tokens[index] as Token).text))];
}

/** The words of a query that neither a vocabulary nor a listing has: they can be compared with nothing. */
export function findUnknownWords(
  tokens: readonly Token[],
  { hasWord = () => true }: KnownPlaces,
  taken: ReadonlySet<number>,
): Claim[] {
  return unknownAmong(tokens, taken)
    .filter((index) => !hasWord((tokens[index] as Token).text))
    .map((index) => ({ from: index, to: index + 1, filters: {}, why: NO_LISTING_HAS_IT }));
}

function unknownAmong(tokens: readonly Token[], taken: ReadonlySet<number>): number[] {
  return [...tokens.keys()].filter((index) => !taken.has(index) && isUnknown(tokens, index));
}

/** Neither known, nor a typo of what is. */
function isUnknown(tokens: readonly Token[], index: number): boolean {
  if (!isUnfamiliar(tokens, index)) return false;
  const { text } = tokens[index] as Token;
  const words = wordsOf(text);
  const isCorrected = correctTypos(words).some((word, nth) => word.text !== words[nth]?.text);
  return !isCorrected && correctSpelling(text) === text;
}

/** In no vocabulary. A part of an id or of a number, such as the "mls" of "mls98", is no word of its own. */
function isUnfamiliar(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index] as Token;
  if (token.glued || tokens[index + 1]?.glued) {
    const [before, behind] = [token.glued ? tokens[index - 1] : undefined, tokens[index + 1]];
    const isPart = (other: Token | undefined) => other !== undefined && !/^[,.;:!?()]$/.test(other.text);
    if (isPart(before) || (behind?.glued && isPart(behind))) return false;
  }
  return !FUNCTION_WORDS.has(token.text) && isUnknownWord(token.text);
}
