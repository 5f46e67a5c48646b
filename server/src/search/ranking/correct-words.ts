import { correctSpelling, textsOf } from "../../models/index.ts";
import type { ComparedAs } from "../../plain-words/index.ts";
import type { SourceVocabulary } from "../vocabulary/source-vocabulary.ts";

/**
 * A query with words that no listing has corrected to the words of listings, or else of the thesaurus, that were meant.
 *
 * @param absent words, folded, that neither a vocabulary nor a listing has.
 */
export function correctWords(
  query: string,
  absent: readonly string[],
  vocabulary: SourceVocabulary,
): { query: string; corrected: ComparedAs[] } {
  const corrected: ComparedAs[] = [];
  let text = query;
  for (const word of absent) {
    const meant = vocabulary.nearest(word) ?? textsOf(correctSpelling(word))[1];
    if (meant === undefined) continue;
    const written = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "giu");
    const [found] = written.exec(text) ?? [];
    if (found === undefined) continue;
    text = text.replace(written, meant);
    corrected.push({ text: found, as: [meant] });
  }
  return { query: text, corrected };
}
