import { readWords } from "../../models/index.ts";

/**
 * Whether most of what words name can be seen in a photo, by the builtin model's vocabulary (docs/photo-words.md), whichever
 * model ranks.
 */
export function namesVisibleFeatures(text: string): boolean {
  const { phrases, others } = readWords(text);
  return phrases.size > 0 && phrases.size >= others.size;
}
