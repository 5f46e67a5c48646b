import { isNearby, isTurnedAway, startWithLeadIns } from "./lead-ins.ts";
import { type PlaceNames, placeEnd, schoolEnd, streetEnd } from "./names.ts";
import { endWithPeople, isCompound, peopleAfter } from "./people-words.ts";
import type { ProtectedCategory, TermGroup } from "./term-group.ts";
import { isNumber, type Phrase, phrasesAt } from "./term-table.ts";
import { type TextWord, wordsOfText } from "./words.ts";

/** A protected term of a text, as written, with the words that lead to it and follow it: "near a church". */
export type ProtectedTerm = {
  text: string;
  category: ProtectedCategory;
  /** What may be searched for instead; null without a neutral wish. */
  instead: string | null;
};

/** A term and its position; `to` is exclusive. */
export type FoundTerm = ProtectedTerm & { from: number; to: number };

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
  for (let index = 0; index < words.length; ) {
    const named = placeEnd(words, index, places);
    if (named !== null && peopleAfter(words, named) === null) {
      index = named;
      continue;
    }
    const term = termAt(words, index);
    if (term?.group) {
      const span = spanOf(words, index, term.to, floor);
      const [first, last] = [words[span.from] as TextWord, words[span.to - 1] as TextWord];
      const { category, instead } = term.group;
      const isRefused =
        isTurnedAway(words, span.from, index) || /^(?:no|not) /.test(term.phrase.words.join(" "));
      found.push({
        text: text.slice(first.from, last.to),
        category,
        instead: isRefused ? null : instead,
        from: first.from,
        to: last.to,
      });
      floor = span.to;
    }
    index = Math.max(index + 1, floor, term?.to ?? 0);
  }
  return found;
}

/** The term at a word and its end; without a group, a harmless phrase or a name that contains one. */
function termAt(
  words: readonly TextWord[],
  index: number,
): { phrase: Phrase; group: TermGroup | null; to: number } | null {
  for (const phrase of phrasesAt(words, index)) {
    const to = index + phrase.words.length;
    const { group } = phrase;
    if (group === null) return { phrase, group, to };
    // A term of several words is no name: "kid-free street".
    const name =
      (phrase.words.length === 1 ? streetEnd(words, index, to) : null) ?? schoolEnd(words, index, to);
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
  if (when === "people") return peopleAfter(words, to) !== null || isPredicate(words, index, to, category);
  if (when === "nearby") return isNearby(words, index, to);
  const isDirectlyDenied = /^(?:no|not|without)$/.test(words[index - 1]?.text ?? "");
  const isOfAll = phrase.words[0] === "all";
  return isDirectlyDenied || isOfAll || !NAMES_OF_ROOMS.has(category) || !isCompound(words, to);
}

const PREDICATES: ReadonlySet<ProtectedCategory> = new Set(["race", "national_origin", "gender_identity"]);

/** "A suburb that is mostly white", "no trans": the term is the last word of its clause. */
function isPredicate(
  words: readonly TextWord[],
  index: number,
  to: number,
  category: ProtectedCategory,
): boolean {
  const isLast = words[to] === undefined || (words[to] as TextWord).startsClause;
  return (
    isLast &&
    PREDICATES.has(category) &&
    !(words[index] as TextWord).startsClause &&
    /^(?:mostly|mainly|predominantly|primarily|largely|majority|too|no|not|arent|so)$/.test(
      words[index - 1]?.text ?? "",
    )
  );
}

/** The whole span: "[in a] christian [neighborhood]", "[for 3] kids". */
function spanOf(
  words: readonly TextWord[],
  index: number,
  to: number,
  floor: number,
): { from: number; to: number } {
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
  return { from: startWithLeadIns(words, start, floor), to: endWithPeople(words, after ?? to) };
}
