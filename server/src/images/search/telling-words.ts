import { isTelling, mendSpelling, textsOf } from "../../models/index.ts";

/** Words with meaning; if the text has none ("a home with"), all its words. */
export function tellingWords(text: string): string {
  const words = textsOf(mendSpelling(text));
  const telling = words.filter(isTelling);
  return (telling.length > 0 ? telling : words).join(" ");
}
