import { isNumber } from "./term-table.ts";
import type { TextWord } from "./words.ts";

const set = (words: string) => new Set(words.trim().split(/\s+/));

const NEGATIONS = set(
  "no not without never avoid avoiding dont except zero nor neither isnt arent exclude excluding nowhere anywhere but",
);
/** Words that lead to a term and have no meaning without it: "in a", "where there are no", "we are a". */
const LEADING =
  set(`a an the any some my our your their other many too more few lots lot mostly mainly all predominantly primarily largely heavily only just
  strictly where there are is am im that who whose which we i were in of for with by near around among amongst to from next close closer adjacent and or nor
  than into towards toward at accepts accept accepting has have having full surrounded be lived mixed safe good nice because as like real very
  other fellow nearby another`);
/** Words that lead to a term only before "for" or "to": "perfect for", "walk to", "two miles from". */
const BEFORE_PREPOSITION =
  set(`perfect great ideal good suitable suited safe nice best excellent fit right away far walk walking distance drive driving
  minutes minute min mins mile miles block blocks close next adjacent within near nearer reach proximity`);
const PREPOSITIONS = set("for to of from");

/** The first word of the span that a term takes with it: "[perfect for] families", "[not near a] mosque". */
export function startWithLeadIns(words: readonly TextWord[], first: number, floor: number): number {
  let start = first;
  while (start > floor && !(words[start] as TextWord).startsClause) {
    const { text } = words[start - 1] as TextWord;
    const next = words[start]?.text ?? "";
    const isLedTo = PREPOSITIONS.has(next);
    const isDistance = start < first && /^(?:miles?|minutes?|mins?|blocks?)$/.test(next);
    const isLead =
      NEGATIONS.has(text) ||
      LEADING.has(text) ||
      (isLedTo && BEFORE_PREPOSITION.has(text)) ||
      (text === "distance" && start < first) ||
      (text === "walking" && next === "distance") ||
      (text === "within" && (isDistance || isNumber(words[start] as TextWord) || next === "walking")) ||
      (isDistance && isNumber(words[start - 1] as TextWord));
    if (!isLead) break;
    start--;
  }
  return start;
}

/** Whether the words before a term turn it away: "no kids", "not near a mosque". */
export function isTurnedAway(words: readonly TextWord[], start: number, first: number): boolean {
  const before = words.slice(start, first);
  return before.some(
    ({ text }, nth) =>
      NEGATIONS.has(text) || ((text === "away" || text === "far") && before[nth + 1]?.text === "from"),
  );
}

const NEARBY = set("near by to nearby around close next within from the a hindu adjacent walk");

/** Whether homes are near to what is named, not in a place of that name: "near the temple", "a chapel nearby". */
export function isNearby(words: readonly TextWord[], first: number, next: number): boolean {
  const after = words[next];
  return (
    NEARBY.has(words[first - 1]?.text ?? "") ||
    (after !== undefined && /^(?:nearby|within|close|around)$/.test(after.text))
  );
}
