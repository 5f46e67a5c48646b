import { isStyleOrColor } from "./bare-terms.ts";
import { type TextWord, wordSet } from "./words.ts";

const HOMES = wordSet("home house household residence condo townhome townhouse apartment");
/** Words between a term and the home: "Korean owned houses", "a Russian or Ukrainian home". */
const BETWEEN = wordSet("or and owned built occupied run type kind of");
const MAX_BETWEEN = 3;
/** Behind "home" and "house" these name something else: "Indian house cricket", "Chinese home cooking". */
const COMPOUNDS =
  wordSet(`plant style decor decoration furniture furnishing cooking kitchen museum restaurant rug art architecture design garden office theater theatre
  gym cinema school road street lane drive avenue way creek park depot goods remedy`);
/** Words of the same groups that describe homes and cities too: "diverse home styles", "an ethnic home decor shop". */
const OTHER_WORDS = wordSet("minority diverse integrated anglo foreign ethnic multicultural");

/**
 * Whether a term of race or national origin says whose homes are meant: "Chinese house", "Mexican homes". What is a style or a color of
 * homes as well is none: "Spanish house", "white house".
 *
 * @param next the word behind the term.
 */
export function isHomeOfPeople(words: readonly TextWord[], next: number, phrase: string): boolean {
  if (isStyleOrColor(phrase) || OTHER_WORDS.has(phrase)) return false;
  for (let index = next; index <= next + MAX_BETWEEN; index++) {
    const word = words[index];
    if (word === undefined || word.startsClause) return false;
    if (HOMES.has(word.singular)) return !isPartOfCompound(words[index + 1]);
    if (!BETWEEN.has(word.text) && !isTermOf(word, words[index - 1])) return false;
  }
  return false;
}

/** The second of two joined terms: the "Ukrainian" of "Russian or Ukrainian homes". */
const isTermOf = (word: TextWord, before: TextWord | undefined) =>
  /^(?:or|and)$/.test(before?.text ?? "") && /(?:an|ese|ish|i)$/.test(word.text);

const isPartOfCompound = (after: TextWord | undefined) =>
  after !== undefined && !after.startsClause && COMPOUNDS.has(after.singular);
