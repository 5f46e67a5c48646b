import { isNumber } from "./term-table.ts";
import { type TextWord, wordSet } from "./words.ts";

const NEGATIONS = wordSet(
  `no not without never avoid avoiding dont doesnt wont cant cannot except zero nor neither isnt arent exclude excluding nowhere hate dislike minus
  lacking`,
);
/** Words that lead to a term and have no meaning without it: "in a", "where there are no", "we are a". */
const LEADING =
  wordSet(`a an the any some my our your their many too more few fewer fewest most less least mostly mainly all predominantly primarily largely heavily only just
  strictly where there are is am im were that who whose which we i were in of for with by near beside around among amongst to from next close closer adjacent and or nor
  than into towards toward at on accepts accept accepting receive receives receiving get gets getting collect collecting has have having full surrounded be lived mixed safe good nice because as like real very
  other fellow nearby another anywhere but`);
/** Words that lead to a term only before "for" or "to": "perfect for", "walk to", "two miles from". */
const BEFORE_PREPOSITION =
  wordSet(`perfect great ideal good suitable suited safe nice best excellent fit right away far walk walking distance drive driving
  minutes minute min mins mile miles block blocks close next adjacent within near nearer reach proximity`);
const PREPOSITIONS = wordSet("for to of from");
const LIVING = wordSet("live lives living lived reside residing moving");
const isPreposition = ({ text }: TextWord) =>
  /^(?:on|in|with|among|amongst|around|near|nearby|by|next|close|to)$/.test(text);
/** Words between a negation and what it turns away: "do not want to live", "not looking for". */
const WANTING = wordSet(
  "want wants wanted need needs like care to live living be stand looking interested any",
);
export const isWanting = ({ text }: TextWord) => WANTING.has(text);
const MAX_WANTING = 4;
const AUXILIARIES = wordSet("do does did would will could should can");

/** The first word of the span that a term takes with it: "[perfect for] families", "[not near a] mosque". */
export function startWithLeadIns(words: readonly TextWord[], first: number, floor: number): number {
  let start = first;
  while (start > floor && !(words[start] as TextWord).startsClause) {
    const wanting = startOfRefusal(words, start, floor);
    if (wanting !== null) {
      start = wanting;
      continue;
    }
    if (!isLeadIn(words, start - 1, first)) break;
    start--;
  }
  return start;
}

function isLeadIn(words: readonly TextWord[], index: number, first: number): boolean {
  const { text } = words[index] as TextWord;
  const next = words[index + 1] as TextWord;
  const isDistance = index + 1 < first && /^(?:miles?|minutes?|mins?|blocks?)$/.test(next.text);
  return (
    NEGATIONS.has(text) ||
    LEADING.has(text) ||
    (PREPOSITIONS.has(next.text) && BEFORE_PREPOSITION.has(text)) ||
    // "Living on welfare", "to live among Christians".
    (LIVING.has(text) && index + 1 < first && isPreposition(next)) ||
    // "On disability" is a term with its preposition.
    (LIVING.has(text) && index + 1 === first && next.text === "on") ||
    // "Lots of kids"; "lots near a church" are building land.
    (next.text === "of" && /^(?:lots?|plenty|bunch|ton|tons)$/.test(text)) ||
    (next.text === "not" && AUXILIARIES.has(text)) ||
    (text === "distance" && index + 1 < first) ||
    (text === "walking" && next.text === "distance") ||
    (text === "within" && (isDistance || isNumber(next) || next.text === "walking")) ||
    (isDistance && isNumber(words[index] as TextWord))
  );
}

/** The negation of "do not want to live", whose words end before a word; null without one. */
function startOfRefusal(words: readonly TextWord[], start: number, floor: number): number | null {
  for (let before = start - 1; before >= Math.max(floor, start - 1 - MAX_WANTING); before--) {
    const word = words[before] as TextWord;
    if (NEGATIONS.has(word.text)) return before;
    if (!WANTING.has(word.text) || word.startsClause) return null;
  }
  return null;
}

/** Whether a word turns away what follows it: "no", "anything but", "away from". */
export function isNegation(words: readonly TextWord[], index: number): boolean {
  const text = words[index]?.text ?? "";
  const before = words[index - 1]?.text ?? "";
  if (text === "but") return /^(?:any|every|no)(?:thing|where)?$/.test(before);
  return NEGATIONS.has(text) || (text === "from" && (before === "away" || before === "far"));
}

const NEAR_WORDS = wordSet("near nearby by beside around close adjacent behind across opposite");
const BEFORE_TO_OR_FROM = wordSet(
  "walk walking close closer next distance adjacent near nearer drive away far across minute minutes min mins mile miles block blocks steps",
);

/** Whether a building is one that homes are near to, not what they are in or were: "walk to the historic church". */
export function isBuildingNearby(words: readonly TextWord[], first: number, next: number): boolean {
  let at = first - 1;
  while (at > 0 && /^(?:a|an|the|any|my|our|that|this)$/.test(words[at]?.text ?? "")) at--;
  const text = words[at]?.text ?? "";
  if (NEAR_WORDS.has(text)) return true;
  if (/^(?:to|from|of)$/.test(text)) return BEFORE_TO_OR_FROM.has(words[at - 1]?.text ?? "");
  return /^(?:nearby|within)$/.test(words[next]?.text ?? "");
}

const NEARBY = wordSet("near by to nearby around close next within from the a hindu adjacent walk");

/** Whether homes are near to what is named, not in a place of that name: "near the temple", "a chapel nearby". */
export function isNearby(words: readonly TextWord[], first: number, next: number): boolean {
  const after = words[next];
  return (
    NEARBY.has(words[first - 1]?.text ?? "") ||
    (after !== undefined && /^(?:nearby|within|close|around)$/.test(after.text))
  );
}
