import { isTelling, mendSpelling, textsOf } from "../../models/index.ts";

/** "A home with" is said of anything; where there is nothing else, it has to do. */
export function tellingWords(text: string): string {
  const words = textsOf(mendSpelling(text));
  const telling = words.filter(isTelling);
  return (telling.length > 0 ? telling : words).join(" ");
}
