import { isNegation, isWanting } from "./lead-ins.ts";
import { isNumber } from "./term-table.ts";
import { indexesOf, type TextWord, wordSet } from "./words.ts";

const DETERMINERS = wordSet(
  "a an the any some my our your their his her many too more few fewer fewest most less least mostly all only just other another fellow very safe good nice",
);
/** Words that begin a phrase of its own behind "or" and "and": "or in Nampa", "and with a pool", "and want a shop". */
const PHRASE_STARTS =
  wordSet(`in near nearby by with within without under over below above around at on for from to next close off outside inside between about along
  across behind walk walking want wants wanted need needs looking look like love prefer would must should have has having am is are be can will please
  buy buying find searching seeking moving relocating lots plenty also preferably maybe least most less up that which who where we i it they there`);

/** A term with the words around it, by index; ends are exclusive. */
export type TermPlace = {
  /** The words that lead to it, those of an earlier term of the same list included. */
  leads: readonly number[];
  first: number;
  to: number;
};

/** What a term leaves behind. */
export type Removal = {
  words: number[];
  /** Whether the comma before the term goes with it. */
  withComma: boolean;
  /** The lead-ins that stay, for what follows; empty when nothing of the list follows. */
  kept: number[];
};

/**
 * Determines what goes with a term. The lead-ins of one item of a list belong to the others too: "no section 8 or pool" leaves "no
 * pool", and "avoid churches and Nampa" leaves "avoid Nampa".
 */
export function removalOf(words: readonly TextWord[], { leads, first, to }: TermPlace): Removal {
  const own = indexesOf(first, to);
  const joint = jointAt(words, to, leads);
  if (joint === null) return { words: [...leads, ...own], withComma: false, kept: [] };
  // "No pool, section 8 or stairs" leaves "no pool or stairs".
  const isInList = leads.length === 0 && first > 0 && (words[first] as TextWord).startsClause;
  if (isInList && joint !== "and") return { words: own, withComma: true, kept: [] };
  // "No HOA or section 8 and a pool" leaves "no HOA and a pool": the "or" belongs to the term.
  if (joint === "and" && /^(?:or|nor)$/.test(textAt(words, leads[0] ?? -1)))
    return { words: [...leads, ...own], withComma: false, kept: [] };
  const kept = leadsOfNext(words, leads, joint, to + 1);
  return { words: [...leads.slice(kept.length), ...own, to], withComma: false, kept };
}

type Joint = "or" | "and";

/** The joining word behind a term, with which its list goes on. */
function jointAt(words: readonly TextWord[], to: number, leads: readonly number[]): Joint | null {
  const word = words[to];
  const next = words[to + 1];
  if (word === undefined || next === undefined || next.startsClause) return null;
  if (word.text === "or" || word.text === "nor") return "or";
  if (word.text !== "and") return null;
  // "Avoid churches, and Nampa"; "no kids, and a pool" begins something else.
  return word.startsClause && !leads.some((index) => isNegation(words, index) && !isNo(words, index))
    ? null
    : "and";
}

/** The lead-ins that belong to the next item as well: the first ones, if any. */
function leadsOfNext(
  words: readonly TextWord[],
  leads: readonly number[],
  joint: Joint,
  next: number,
): number[] {
  const before = leads.filter((index, nth) => nth === 0 && /^(?:or|nor|and)$/.test(textAt(words, index)));
  const negation = leads.findLastIndex((index) => isNegation(words, index));
  const word = words[next] as TextWord;
  // "And no pool" has a negation of its own.
  if (isNegation(words, next)) return before;
  if (PHRASE_STARTS.has(word.text) || isNumber(word))
    return joint === "or" && negation >= 0 ? leads.slice(0, endOfRefusal(words, leads, negation)) : before;
  const no = leads[negation];
  if (joint === "and" && no !== undefined && isNo(words, no) && !isOneWord(words, next))
    return leads.slice(0, negation);
  let end = leads.length;
  while (end > 0 && DETERMINERS.has(textAt(words, leads[end - 1] as number))) end--;
  return leads.slice(0, end);
}

/** Past the verbs of a negation: "not want to live". */
function endOfRefusal(words: readonly TextWord[], leads: readonly number[], negation: number): number {
  let end = negation + 1;
  while (end < leads.length && isWanting(words[leads[end] as number] as TextWord)) end++;
  return end;
}

/** "No", which belongs to one noun; "avoid" and "not near" belong to all that follow. */
const isNo = (words: readonly TextWord[], index: number) => /^(?:no|zero)$/.test(textAt(words, index));

/** Whether one word stands alone: "no churches and highways"; "no kids and a big yard" asks for the yard. */
function isOneWord(words: readonly TextWord[], index: number): boolean {
  const word = words[index + 1];
  return (
    word === undefined ||
    word.startsClause ||
    PHRASE_STARTS.has(word.text) ||
    /^(?:or|nor|and)$/.test(word.text)
  );
}

const textAt = (words: readonly TextWord[], index: number) => words[index]?.text ?? "";
