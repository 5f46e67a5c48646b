import type { TermGroup } from "./term-group.ts";
import { age } from "./terms/age.ts";
import { disability } from "./terms/disability.ts";
import { buildings, harmlessPhrases } from "./terms/harmless-phrases.ts";
import { households } from "./terms/households.ts";
import { nationalOrigin } from "./terms/national-origin.ts";
import { raceAndColor } from "./terms/race-and-color.ts";
import { religion } from "./terms/religion.ts";
import { sexAndIdentity } from "./terms/sex-and-identity.ts";
import { sourceOfIncome } from "./terms/source-of-income.ts";
import { singularOf, type TextWord } from "./words.ts";

/** A phrase of the table; `group` is null for a harmless phrase, which may be one only where homes are not near to it. */
export type Phrase = { words: string[]; group: TermGroup | null; isBuilding?: boolean };

/** Every term, with its category and neutral wish. */
export const termGroups: readonly TermGroup[] = [
  ...raceAndColor,
  ...religion,
  ...nationalOrigin,
  ...sexAndIdentity,
  ...households,
  ...age,
  ...disability,
  ...sourceOfIncome,
];

const byFirstWord = new Map<string, Phrase[]>();
for (const each of harmlessPhrases.split(",")) learn(each, null);
for (const each of buildings.split(",")) learn(each, null, true);
for (const group of termGroups) for (const each of group.words.split(",")) learn(each, group);
// Stable: of equally long phrases a harmless one counts first.
for (const phrases of byFirstWord.values())
  phrases.sort((one, other) => other.words.length - one.words.length);

function learn(phrase: string, group: TermGroup | null, isBuilding = false): void {
  const words = phrase
    .trim()
    .split(/\s+/)
    .map((word) => (/^[=#]/.test(word) ? word : singularOf(word)));
  const first = (words[0] as string).replace("=", "");
  const known = byFirstWord.get(first === "#" ? first : singularOf(first)) ?? [];
  byFirstWord.set(first === "#" ? first : singularOf(first), known);
  known.push({ words, group, isBuilding });
}

/** The phrases that begin at a word, the longest first. */
export function phrasesAt(words: readonly TextWord[], index: number): Phrase[] {
  const word = words[index] as TextWord;
  const named = byFirstWord.get(word.singular) ?? [];
  const counted = isNumber(word) ? (byFirstWord.get("#") ?? []) : [];
  return [...named, ...counted].filter((phrase) => matchesAt(words, index, phrase));
}

function matchesAt(words: readonly TextWord[], index: number, phrase: Phrase): boolean {
  return phrase.words.every((wanted, nth) => {
    const word = words[index + nth];
    if (word === undefined || (nth > 0 && word.startsClause)) return false;
    if (wanted === "#") return isNumber(word);
    return wanted.startsWith("=") ? word.text === wanted.slice(1) : word.singular === wanted;
  });
}

const NUMBER_WORDS = new Set(
  "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty".split(" "),
);

export function isNumber({ text }: TextWord): boolean {
  return /^\d{1,2}\+?$/.test(text) || NUMBER_WORDS.has(text);
}
