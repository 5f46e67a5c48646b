import { mendSpelling } from "../../platform/models/language/mend-spelling.ts";
import { isTelling } from "../../platform/models/language/word-weights.ts";
import { textsOf } from "../../platform/models/language/words.ts";

/** "A home with" is said of anything; where there is nothing else, it has to do. */
export function tellingWords(text: string): string {
  const words = textsOf(mendSpelling(text));
  const telling = words.filter(isTelling);
  return (telling.length > 0 ? telling : words).join(" ");
}
