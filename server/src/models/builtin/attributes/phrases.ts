import { type Word, wordsOf } from "../../language/words.ts";
import { vocabulary } from "../../vocabulary/photo-attributes/index.ts";

/** A phrase of the vocabulary: the stems of its words, and the keys of its attributes. */
type Phrase = { stems: string[]; keys: string[] };

/** By first stem, longer phrases first. */
const phrases = new Map<string, Phrase[]>();

for (const [key, { words }] of Object.entries(vocabulary)) {
  for (const phrase of words.split(",")) addPhrase(wordsOf(phrase), key);
}
for (const each of phrases.values()) each.sort((a, b) => b.stems.length - a.stems.length);

function addPhrase(words: Word[], key: string): void {
  const stems = words.map((word) => word.stem);
  const first = stems[0] as string;
  const siblings = phrases.get(first) ?? [];
  phrases.set(first, siblings);
  const known = siblings.find((each) => each.stems.join(" ") === stems.join(" "));
  if (!known) siblings.push({ stems, keys: [key] });
  else if (!known.keys.includes(key)) known.keys.push(key);
}

/** The longest phrase of the vocabulary that begins at the word `at`; undefined without one. */
export function phraseAt(words: Word[], index: number): Phrase | undefined {
  return phrases
    .get((words[index] as Word).stem)
    ?.find(({ stems }) => stems.every((stem, nth) => words[index + nth]?.stem === stem));
}
