import type { Claim } from "./interpretation.ts";
import { PhraseTable, type Token } from "./tokens.ts";

const NOUNS = ["photos", "pictures", "pics", "images", "photographs"];
const phrases = new PhraseTable<boolean>([
  [
    true,
    forEach(
      "with",
      "has",
      "have",
      "having",
      "must have",
      "that have",
      "that has",
      "with some",
      "only with",
      "including",
    ),
  ],
  [false, forEach("without", "no", "without any", "not any", "has no", "have no")],
]);

function forEach(...leads: string[]): string {
  return leads.flatMap((lead) => NOUNS.map((noun) => `${lead} ${noun}`)).join();
}

/** Finds whether listings are to have photos: "with photos", "no pictures". "With pictures of the view" is about something else. */
export function findPhotos(tokens: readonly Token[], taken: ReadonlySet<number>): Claim[] {
  const claims: Claim[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const found = taken.has(index) ? undefined : phrases.at(tokens, index);
    if (!found || /^(?:of|from|by|on|and)$/.test(tokens[found.next]?.text ?? "")) continue;
    claims.push({ from: index, to: found.next, filters: { has_photos: found.meaning } });
    index = found.next - 1;
  }
  return claims;
}
