import { isBareTerm } from "./bare-terms.ts";
import { removalOf } from "./coordination.ts";
import { isColorOfFixture } from "./fixtures.ts";
import { isHomeOfPeople } from "./homes-of-people.ts";
import { isBuildingNearby, isNearby, isNegation, startWithLeadIns } from "./lead-ins.ts";
import {
  isStreetOfBuilding,
  namedPlaceEnd,
  type PlaceNames,
  placeEnd,
  schoolEnd,
  streetEnd,
} from "./names.ts";
import {
  comeFrom,
  describesPeople,
  endWithPeople,
  isBuilding,
  isCompound,
  isPhraseEnd,
  isStreetOrTown,
  isWhoLives,
  peopleAfter,
  personsAfter,
} from "./people-words.ts";
import type { ProtectedCategory, TermGroup } from "./term-group.ts";
import { isNumber, type Phrase, phrasesAt } from "./term-table.ts";
import { indexesOf, type TextWord, wordsOfText } from "./words.ts";

/** A protected term of a text, as written, with the words that lead to it and follow it: "near a church". */
export type ProtectedTerm = {
  text: string;
  category: ProtectedCategory;
  /** What may be searched for instead; null without a neutral wish. */
  instead: string | null;
};

/** Positions in a text; `to` is exclusive. */
export type Span = { from: number; to: number };

/** A term, and what goes with it from the text: its lead-ins stay when they belong to what follows as well. */
export type FoundTerm = ProtectedTerm & { removed: Span[] };

/** Lead-ins that one list has in common: few, so that time stays linear. */
const MAX_SHARED = 20;
const NO_PLACES: PlaceNames = { cities: [], counties: [] };
/** Categories whose words for people also name rooms and things: "kids bathroom", "men's locker room". */
const NAMES_OF_ROOMS: ReadonlySet<ProtectedCategory> = new Set(["familial_status", "sex"]);

/**
 * Finds the terms of protected classes (docs/fair-housing.md). `places` are names of the listings' places. Pure; time
 * is linear in the length of the text, which the caller limits.
 */
export function findProtectedTerms(text: string, places: PlaceNames = NO_PLACES): FoundTerm[] {
  const words = wordsOfText(text);
  const found: FoundTerm[] = [];
  let floor = 0;
  /** Lead-ins of the term before, for the next item of its list, which begins at `floor`. */
  let shared: number[] = [];
  for (let index = 0; index < words.length; ) {
    const named = placeEnd(words, index, places);
    if (named !== null && peopleAfter(words, named) === null && !comeFrom(words, index)) {
      index = named;
      continue;
    }
    const term = termAt(words, index, places);
    if (term?.group) {
      const { from, first, to } = spanOf(words, index, term.to, floor);
      const leads = [...(from === floor ? shared : []), ...indexesOf(from, first)];
      const removal = removalOf(words, { leads, first, to });
      const { category, instead } = term.group;
      const isTurnedAway =
        leads.some((lead) => isNegation(words, lead)) ||
        /^(?:no|not) /.test(term.phrase.words.join(" ")) ||
        words.slice(term.to, to).some(({ text: word }) => /^(?:not|arent|isnt|unwelcome)$/.test(word));
      found.push({
        text: text.slice((words[from] as TextWord).from, (words[to - 1] as TextWord).to),
        category,
        instead: isTurnedAway ? null : instead,
        removed: spansOf(words, removal.words, removal.withComma),
      });
      shared = removal.kept.slice(-MAX_SHARED);
      floor = Math.max(to, ...removal.words.map((removed) => removed + 1));
    }
    index = Math.max(index + 1, floor, term?.to ?? 0);
  }
  return found;
}

/** The positions of words, those next to each other in one span; `withComma`: from the word before on. */
function spansOf(words: readonly TextWord[], indexes: readonly number[], withComma: boolean): Span[] {
  const spans: Span[] = [];
  let last = -1;
  for (const index of indexes) {
    const { from, to } = words[index] as TextWord;
    const span = spans.at(-1);
    if (span !== undefined && index === last + 1) span.to = to;
    else spans.push({ from: withComma ? (words[index - 1]?.to ?? from) : from, to });
    last = index;
  }
  return spans;
}

/** The term at a word and its end; without a group, a harmless phrase or a name that contains one. */
function termAt(
  words: readonly TextWord[],
  index: number,
  places: PlaceNames,
): { phrase: Phrase; group: TermGroup | null; to: number } | null {
  for (const phrase of phrasesAt(words, index)) {
    const to = index + phrase.words.length;
    const { group } = phrase;
    if (group === null) {
      if (phrase.isBuilding && isBuildingNearby(words, index, to)) continue;
      return { phrase, group, to };
    }
    // A term of several words is no name: "kid-free street".
    const mayBeStreet = phrase.words.length === 1 || isStreetOfBuilding(words, to);
    const name =
      (mayBeStreet ? streetEnd(words, index, to) : null) ??
      namedPlaceEnd(words, index, to) ??
      schoolEnd(words, index, to, places);
    if (name !== null) return { phrase, group: null, to: name };
    if (isMeant(words, index, to, { phrase, ...group })) return { phrase, group, to };
  }
  return null;
}

function isMeant(
  words: readonly TextWord[],
  index: number,
  to: number,
  { phrase, when, category }: TermGroup & { phrase: Phrase },
): boolean {
  if (when === "people")
    return (
      peopleAfter(words, to) !== null ||
      isWhoLives(words, to) ||
      isPredicate(words, index, to, { phrase, category }) ||
      isBareTerm(words, textOf(phrase)) ||
      (PREDICATES.has(category) && isHomeOfPeople(words, to, textOf(phrase))) ||
      // "An all white block"; a "white block wall" is one of white blocks.
      (isShare(words[index - 1]) && isStreetOrTown(words[to]))
    );
  if (when === "persons")
    return personsAfter(words, to) || (isPhraseEnd(words, to) && describesPeople(words, index));
  if (when === "nearby") return isNearby(words, index, to);
  if (when === "alone") return isPhraseEnd(words, to);
  if (when === "origin") return comeFrom(words, index);
  if (when === "ages") return !isBuilding(words[index - 1]);
  const isDirectlyDenied = /^(?:no|not|without)$/.test(words[index - 1]?.text ?? "");
  const isOfAll = phrase.words[0] === "all";
  return isDirectlyDenied || isOfAll || !NAMES_OF_ROOMS.has(category) || !isCompound(words, to);
}

const textOf = (phrase: Phrase) => phrase.words.map((word) => word.replace("=", "")).join(" ");

const PREDICATES: ReadonlySet<ProtectedCategory> = new Set(["race", "national_origin", "gender_identity"]);
/** Words for how many people of a place are meant: "mostly white", "not so black". */
const SHARES =
  /^(?:mostly|mainly|predominantly|primarily|largely|majority|heavily|too|so|many|few|fewer|no|not|arent)$/;
/** Styles of homes, which are turned away too: "craftsman, not Mediterranean", "no Spanish or Tudor". */
const STYLES = /^(?:spanish|mediterranean|french|italian|dutch|scandinavian|english|moroccan)$/;

/** "A suburb that is mostly white", "without Chinese": the term is the last word of its phrase. */
function isPredicate(
  words: readonly TextWord[],
  index: number,
  to: number,
  { phrase, category }: { phrase: Phrase; category: ProtectedCategory },
): boolean {
  if ((words[index] as TextWord).startsClause || !isPhraseEnd(words, to)) return false;
  if (describesPeople(words, index)) return true;
  if (!PREDICATES.has(category)) return false;
  if (category === "race" && isColorOfFixture(words, index)) return false;
  if (STYLES.test(textOf(phrase)) && isNegation(words, index - 1)) return false;
  // "Cabinets without white": colors of people are colors of things too.
  const isTurnedAway = category !== "race" && isNegation(words, index - 1);
  return isTurnedAway || isShare(words[index - 1]);
}

const isShare = (word: TextWord | undefined) =>
  word !== undefined && (SHARES.test(word.text) || word.text === "all");

/** The whole span, and the first word that is no lead-in: "[in a] christian [neighborhood]", "[for] 3 kids". */
function spanOf(
  words: readonly TextWord[],
  index: number,
  to: number,
  floor: number,
): { from: number; first: number; to: number } {
  const before = words[index - 1];
  const isCounted =
    index > floor && before !== undefined && isNumber(before) && !(words[index] as TextWord).startsClause;
  const start =
    isCounted &&
    /^(?:kid|child|children|baby|toddler|teenager|teen|adult|guy|girl|boy|woman|women|men|lady|family)$/.test(
      words[index]?.singular ?? "",
    )
      ? index - 1
      : index;
  const after = peopleAfter(words, to);
  const from = startWithLeadIns(words, start, floor);
  return { from, first: start, to: endWithPeople(words, after ?? to) };
}
