import { type TextWord, wordSet } from "./words.ts";

/** People, and the places where they live, in the singular. */
const PEOPLE =
  wordSet(`people person folk family man men woman women guy girl boy lady ladies gentleman couple kid child children adult resident neighbor
  neighbour tenant buyer owner homeowner renter roommate household population majority crowd professional immigrant speaker crime dweller
  inhabitant student parent mother father senior teenager baby demographic parishioner`);
const AREAS =
  wordSet(`neighborhood neighbourhood community area suburb suburbia subdivision enclave ghetto district crowd society
  congregation culture region`);
/** "Single family" and "multi family" are kinds of buildings. */
const KINDS_OF_FAMILY = wordSet("single multi two three four double");
/** Words between an ambiguous term and the people: "black or asian families", "Chinese immigrant community". */
const BETWEEN =
  wordSet(`or and american speaking immigrant origin descent majority dominated populated owned only friendly young old older single local
  married working middle class other big large mostly`);
const RELATIONS = wordSet("speaking descent origin heritage ancestry background immigrant only");
/** Objects that make a compound of the word before: "white community pool", "family room", "kids bathroom". */
const OBJECTS =
  wordSet(`room home house kitchen residence estate den suite bath bathroom pool center centre garden park rug playroom wing museum hospital
  proof gate locker restroom closet clubhouse mailbox bunk bunkroom bedroom quarters table entrance entry compound lake property living retreat cabin
  cottage farm ranch mansion fence hall church dorm dormitory toilet shower powder unit style owned friendly condo townhome townhouse apartment plan hangout lounge nook loft
  dining backyard yard patio deck porch range appliance stove oven grade series tee boat softball baseball basketball soccer football sport team camp club league night boutique`);
/** Words that end the phrase before them: "no Chinese in the area", "for single in Boise". */
const PHRASE_ENDS =
  wordSet(`in near nearby around here there at on by with under over below within for who that please allowed next living moving or and wants looking
  only is are to from too as but can will would could has have had need needs want like likes love loves visit visits moved relocating`);
const SERVICES = wordSet(
  "agent realtor broker lender inspector lawyer attorney interpreter translator contact staff",
);

/** Words for people, which mean rooms and things before an object. */
export function isCompound(words: readonly TextWord[], next: number): boolean {
  const word = words[next];
  return (
    word !== undefined &&
    !word.startsClause &&
    OBJECTS.has(word.singular) &&
    word.singular !== "friendly" &&
    // "Black professional grade range"; a grade school is one for children.
    (word.text !== "grade" || words[next + 1]?.text !== "school") &&
    // "A lady living alone".
    (word.text !== "living" || /^(?:room|area|space|quarters|suite)$/.test(words[next + 1]?.singular ?? ""))
  );
}

const DWELLINGS = wordSet(
  "home house residence estate condo townhome townhouse apartment unit property cottage cabin mansion ranch",
);
/** Behind "home" and "house" these make something else of it: "home office". */
const BEHIND_HOME = wordSet("office theater theatre gym cinema warranty plant style");

/** Whether a home follows: "white neighborhood house". A "white community pool" is a pool, a "white family home office" a room. */
function isDwelling(words: readonly TextWord[], next: number): boolean {
  const after = words[next + 1];
  return (
    DWELLINGS.has(words[next]?.singular ?? "") &&
    (after === undefined || after.startsClause || !BEHIND_HOME.has(after.singular))
  );
}

/** Whether a word is a building, or a part of one that has an age. */
export const isBuilding = (word: TextWord | undefined) =>
  word !== undefined &&
  (OBJECTS.has(word.singular) || /^(?:building|roof|property|duplex)$/.test(word.singular));

const COPULAS = wordSet("is are am be was were arent isnt");
const ADVERBS = wordSet("too so very all mostly mainly also not really still quite");
const PRONOUNS = wordSet("i we he she everyone everybody anyone nobody");
/** A pronoun and its verb in one: "I'm Korean". */
const CONTRACTIONS = wordSet("im hes shes");
const RELATIVES = wordSet(
  "partner spouse boyfriend girlfriend mom mum dad grandma grandpa daughter son sister brother friend relative",
);
/** Before "we're", which is "were" without its apostrophe. */
const CONJUNCTIONS = wordSet("and because but since so if as");

/** Whether a word is said of people: "neighbors who are Filipino", "tenants are not brown". */
export function describesPeople(words: readonly TextWord[], index: number): boolean {
  let before = index - 1;
  const isWithin = (at: number) => at >= 0 && !(words[at + 1] as TextWord).startsClause;
  while (isWithin(before) && ADVERBS.has((words[before] as TextWord).text)) before--;
  if (!isWithin(before)) return false;
  const verb = (words[before] as TextWord).text;
  if (CONTRACTIONS.has(verb)) return true;
  if (!COPULAS.has(verb)) return false;
  before--;
  if (verb === "were" && (!isWithin(before) || CONJUNCTIONS.has((words[before] as TextWord).text)))
    return true;
  if (isWithin(before) && /^(?:who|that)$/.test((words[before] as TextWord).text)) before--;
  if (!isWithin(before)) return false;
  const { singular, text } = words[before] as TextWord;
  return PEOPLE.has(singular) || RELATIVES.has(singular) || PRONOUNS.has(text);
}

/** Whether people come from the country at a word: "neighbors from China", "we are from the Philippines". */
export function comeFrom(words: readonly TextWord[], index: number): boolean {
  const from = words[index - 1]?.text === "the" ? index - 2 : index - 1;
  const [word, before] = [words[from], words[from - 1]];
  if (word?.text !== "from" || before === undefined || word.startsClause) return false;
  return PEOPLE.has(before.singular) || RELATIVES.has(before.singular) || describesPeople(words, from);
}

/** Whether people live there: "where most Chinese live". A "live oak" is a tree, a "live edge" one of wood. */
export function isWhoLives(words: readonly TextWord[], next: number): boolean {
  const word = words[next];
  if (word === undefined || word.startsClause || !/^(?:live|reside)s?$/.test(word.text)) return false;
  return !/^(?:oak|edge|music|work|stream)$/.test(words[next + 1]?.singular ?? "");
}

/** Whether nothing follows that belongs to the words before: "for single", not "for single story homes". */
export function isPhraseEnd(words: readonly TextWord[], next: number): boolean {
  const word = words[next];
  return word === undefined || word.startsClause || PHRASE_ENDS.has(word.text);
}

/**
 * The end of the words for people or their area that follow an ambiguous term, exclusive; null when something else
 * follows.
 */
export function peopleAfter(words: readonly TextWord[], next: number): number | null {
  return nounAfter(words, next, {
    isNounOf: (singular) => PEOPLE.has(singular) || AREAS.has(singular) || RELATIONS.has(singular),
    beforeDwellings: true,
  });
}

/** Whether words for people follow: "older couple". An "older neighborhood" is one of older buildings. */
export function personsAfter(words: readonly TextWord[], next: number): boolean {
  // An "older family home" is one that is older.
  const isNounOf = (singular: string) => PEOPLE.has(singular);
  return nounAfter(words, next, { isNounOf, beforeDwellings: false }) !== null;
}

function nounAfter(
  words: readonly TextWord[],
  next: number,
  { isNounOf, beforeDwellings }: { isNounOf: (singular: string) => boolean; beforeDwellings: boolean },
): number | null {
  for (let index = next; index < Math.min(words.length, next + 4); index++) {
    const word = words[index] as TextWord;
    if (word.startsClause) return null;
    const { singular } = word;
    const following = words[index + 1];
    if (singular === "speaking" && SERVICES.has(following?.singular ?? "")) return null;
    if (singular === "area" && following?.singular === "rug") return null;
    if (KINDS_OF_FAMILY.has(singular) && following?.text === "family") return null;
    const part = endOfPart(words, index);
    if (part !== null) return isNounOf("area") ? part : null;
    const isNoun = isNounOf(singular) || (singular === "single" && isPhraseEnd(words, index + 1));
    const hasHomes = AREAS.has(singular) || /^(?:family|household|people|folk)$/.test(singular);
    const isOfHome = beforeDwellings && hasHomes && isDwelling(words, index + 1);
    if (isNoun && (isOfHome || !isCompound(words, index + 1))) return index + 1;
    if (!BETWEEN.has(singular) && !isNoun) return null;
  }
  return null;
}

/** Whether people live there, when the word before is about them: "an all white block". */
export const isStreetOrTown = (word: TextWord | undefined) =>
  word !== undefined &&
  !word.startsClause &&
  /^(?:block|street|cul|town|city|village|county|zip|building|school)$/.test(word.singular);

/** The end of "part of town", "side of Nampa"; null for "side of the house" and "side by side". */
function endOfPart(words: readonly TextWord[], index: number): number | null {
  if (!/^(?:part|side|section)$/.test(words[index]?.singular ?? "") || words[index + 1]?.text !== "of")
    return null;
  const at = words[index + 2]?.text === "the" ? index + 3 : index + 2;
  const word = words[at];
  return word === undefined || word.startsClause || isBuilding(word) || NOT_TOWNS.has(word.singular)
    ? null
    : at + 1;
}
const NOT_TOWNS = wordSet("yard lot street road wall driveway garage land field tree sofa it that");

const FOLLOWING =
  wordSet(`friendly welcome allowed ok okay preferred oriented nearby only majority speaking speaker immigrant descent origin heritage
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
  return endOfPredicate(words, end);
}

const WELCOME = wordSet("welcome allowed permitted wanted ok okay accepted");
const NO_VERBS = wordSet("edge music oak load entertainment stream");

/** The end of what is said of people: "[kids] need not apply", "[families] are not welcome", "where [retirees] live". */
function endOfPredicate(words: readonly TextWord[], at: number): number {
  const textAt = (index: number) => (words[index]?.startsClause ? "" : (words[index]?.text ?? ""));
  if (["need", "not", "apply"].every((word, nth) => textAt(at + nth) === word)) return at + 3;
  let next = /^(?:is|are|be)$/.test(textAt(at)) ? at + 1 : at;
  if (/^(?:arent|isnt|not)$/.test(textAt(next)) && WELCOME.has(textAt(next + 1))) return next + 2;
  if (WELCOME.has(textAt(next)) || textAt(next) === "unwelcome") return next + 1;
  const isVerb = /^(?:live|lives|reside|resides|dwell|congregate|settle)$/.test(textAt(next));
  const isParticiple =
    /^(?:living|residing)$/.test(textAt(next)) && (next > at || PLACE_OF_LIVING.test(textAt(next + 1)));
  if ((!isVerb || NO_VERBS.has(textAt(next + 1))) && !isParticiple) return at;
  next++;
  return /^(?:there|here|nearby|alone)$/.test(textAt(next)) ? next + 1 : next;
}
const PLACE_OF_LIVING = /^(?:there|here|nearby|in|near|around|on|alone|)$/;
