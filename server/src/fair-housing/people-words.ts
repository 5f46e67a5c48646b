import type { TextWord } from "./words.ts";

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** People, and the places where they live, in the singular. */
const PEOPLE =
  set(`people person folk family man men woman women guy girl boy lady ladies gentleman couple kid child children adult resident neighbor
  neighbour tenant buyer owner homeowner renter roommate household population majority crowd professional immigrant speaker crime dweller
  inhabitant student parent mother father senior teenager baby single demographic parishioner`);
const AREAS =
  set(`neighborhood neighbourhood community area suburb suburbia subdivision enclave ghetto part side district crowd society
  congregation culture region`);
/** Words between an ambiguous term and the people: "black or asian families", "Chinese immigrant community". */
const BETWEEN =
  set(`or and american speaking immigrant origin descent majority dominated populated owned only friendly young old older single local
  married working middle class other big large mostly`);
const RELATIONS = set("speaking descent origin heritage ancestry background immigrant only");
/** Objects that make a compound of the word before: "white community pool", "family room", "kids bathroom". */
const OBJECTS =
  set(`room home house kitchen residence estate den suite bath bathroom pool center centre garden park rug playroom wing museum hospital
  proof gate locker restroom closet clubhouse mailbox bunk bunkroom bedroom quarters table entrance entry compound lake property living retreat cabin
  cottage farm ranch mansion fence hall church dorm dormitory toilet shower powder unit style owned friendly condo townhome townhouse apartment plan`);
const SERVICES = set(
  "agent realtor broker lender inspector lawyer attorney interpreter translator contact staff",
);

/** Words for people, which mean rooms and things before an object. */
export function isCompound(words: readonly TextWord[], next: number): boolean {
  const word = words[next];
  return (
    word !== undefined && !word.startsClause && OBJECTS.has(word.singular) && word.singular !== "friendly"
  );
}

/**
 * The end of the words for people or their area that follow an ambiguous term, exclusive; null when something else
 * follows.
 */
export function peopleAfter(words: readonly TextWord[], next: number): number | null {
  for (let index = next; index < Math.min(words.length, next + 4); index++) {
    const word = words[index] as TextWord;
    if (word.startsClause) return null;
    const { singular } = word;
    if (singular === "speaking" && SERVICES.has(words[index + 1]?.singular ?? "")) return null;
    if (singular === "area" && words[index + 1]?.singular === "rug") return null;
    const isNoun = PEOPLE.has(singular) || AREAS.has(singular) || RELATIONS.has(singular);
    if (isNoun && !isCompound(words, index + 1))
      return singular === "part" ? endOfPart(words, index) : index + 1;
    if (!BETWEEN.has(singular) && !isNoun) return null;
  }
  return null;
}

/** "Part of town". */
function endOfPart(words: readonly TextWord[], index: number): number {
  return words[index + 1]?.text === "of" && words[index + 2]?.text === "town" ? index + 3 : index + 1;
}

const FOLLOWING =
  set(`friendly welcome allowed ok okay preferred oriented nearby only majority speaking speaker immigrant descent origin heritage
  population congregation building town`);

/** The end of a refused term with the words that belong to it: "christian [neighborhood]", "gay [friendly area]". */
export function endWithPeople(words: readonly TextWord[], next: number): number {
  let end = next;
  for (; end < words.length && end < next + 4; end++) {
    const word = words[end] as TextWord;
    if (word.startsClause) break;
    const { singular } = word;
    const isOfNumber = singular === "only" && /^\d/.test(words[end + 1]?.text ?? "");
    const belongs = PEOPLE.has(singular) || AREAS.has(singular) || FOLLOWING.has(singular);
    if (!belongs || isOfNumber || (isCompound(words, end + 1) && !FOLLOWING.has(singular))) break;
  }
  const isSentAway = ["need", "not", "apply"].every((word, nth) => words[end + nth]?.text === word);
  return isSentAway ? end + 3 : end;
}
