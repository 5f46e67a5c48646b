import { PhraseTable, type Token } from "../tokens.ts";
import { streetWords } from "./ordinary-words.ts";

/**
 * How a query relates to a place: `in` it; only `near` it, where a filter would exclude nearby homes; `not` in it;
 * `from` it, where the buyer lives now; or `no` place at all but a street, river or school of that name.
 */
export type PlaceRelation = "in" | "near" | "not" | "from" | "no";

/** A place that a query names. */
export type FoundPlace = {
  kind: "city" | "county" | "state";
  name: string;
  relation: PlaceRelation;
  /** Includes the words for "in" or the negation. */
  from: number;
  to: number;
  /** Of a state: the city of the listings that has the same name. */
  city?: string;
};

const before = new PhraseTable<PlaceRelation>([
  [
    "near",
    `near, nearby, close to, close by, by, next to, north of, south of, east of, west of, northeast of, northwest of, southeast of, southwest of, miles of,
    miles from, mile of, mile from, minutes of, minutes from, minutes to, minute from, mins from, mins to, min from, min to, minutes away from, hours of, hours from, hrs of, hrs from, miles to,
    away from, hour from, hour of, commute to, commuting to, drive to, drive from, drive of, access to, distance to, distance of, distance from, between,
    surrounding, toward, towards, beyond, just past, past, vicinity of, proximity to, reach of, outskirts of, edge of, suburbs of, suburb of,
    around, greater, anywhere near, convenient to, work in, working in, works in, job in, jobs in, office in, not far from, far from, minutes outside, minutes outside of, minutes out of, miles outside, miles outside of,
    miles out of, min outside, min outside of, mins outside of, why not, bus to, view of, views of`,
  ],
  [
    "not",
    `not, no, not in, no to, except, avoid, without, never, anywhere but, anything but, everywhere but, anywhere but in, but not, but not in, outside,
    outside of, other than, except in, except for, excluding, not near, nowhere near, not in or near, not too close to, out of, besides,
    anywhere except, anywhere except in, anywhere outside, anywhere outside of, everywhere except, anything except, anywhere not in, nothing in,
    i dont want, i dont want to live in, i dont want to be in, i do not want to live in, not within, not inside, nowhere in, dont want, dont want to live in, dont want to be in, do not want to live in, do not want to be in`,
  ],
  [
    "from",
    "from, leaving, relocating from, moving from, coming from, live in, living in, sell in, selling in, am in, based in",
  ],
  ["in", "to, moving to, relocating to, relocate to, move to, move from"],
]);
const MOVING = new Set(["moving", "move", "relocating", "relocate", "moved", "transferring", "relocation"]);

/** Words between the preposition and the place: "near downtown Boise", "in southeast Boise". */
const PARTS_OF_TOWN = new Set(
  "downtown north south east west n s e w ne nw se sw northeast northwest southeast southwest central old the town city area end part side of a beautiful sunny either in".split(
    " ",
  ),
);

const after = new PhraseTable<PlaceRelation>([
  [
    "near",
    `area, region, suburbs, suburb, metro, vicinity, or nearby, or close by, or near, or around, or surrounding, or surrounding areas, and surrounding,
    and surrounding areas, or close, or thereabouts, and nearby, or somewhere near, or anywhere near, commute`,
  ],
  [
    "no",
    `river, state, airport, school, schools, district, high, elementary, university, college, hospital, mall, creek, lake, reservoir, mountain, mountains,
    valley, trail, style, king, rated, gazing, rating, greenbelt, temple, country, hs, academy, colored, coloured, color, pink, patch, nest, eye, scout, office, library, to find,
    fishing, run, brook, mule, tail, ranch style, wood`,
  ],
]);

/**
 * Determines the relation from the words around a place, whose tokens are `at` to `end`. `floor` is the first token
 * that may belong to it.
 */
export function placeRelation(
  tokens: readonly Token[],
  index: number,
  end: number,
  floor: number,
): { relation: PlaceRelation; from: number } {
  const next = tokens[end]?.text ?? "";
  if (
    streetWords.suffixes.has(next) ||
    (/^\d+$/.test(tokens[index - 1]?.written ?? "") && /^(?:star|mile)/.test(tokens[index]?.text ?? ""))
  )
    return { relation: "no", from: index };
  const behind = after.at(tokens, end);
  if (behind?.meaning === "no") return { relation: "no", from: index };
  let from = index;
  for (let start = index; start >= floor; start--) {
    const found = before.before(tokens, start);
    if (found && found.from >= floor) {
      if (found.meaning !== "in") return { relation: found.meaning, from: found.from };
      return { relation: isMovingTo(tokens, found.from) ? "in" : "near", from: found.from };
    }
    if (!PARTS_OF_TOWN.has(tokens[start - 1]?.text ?? "")) break;
    // "In" is removed with the place; "southeast" stays, because the filter does not cover it.
    if (tokens[start - 1]?.text === "in" || tokens[start - 1]?.text === "of") from = start - 1;
  }
  return { relation: behind ? "near" : "in", from };
}

/** The first token of the words for the relation of a place that begins at a token: "close to". */
export const startOfRelation = (tokens: readonly Token[], index: number) =>
  before.before(tokens, index)?.from ?? index;

/** "Moving from Boise to Meridian" means in Meridian; "a commute to Meridian" does not. */
function isMovingTo(tokens: readonly Token[], index: number): boolean {
  for (let before = index; before >= index - 6; before--)
    if (MOVING.has(tokens[before]?.text ?? "")) return true;
  return false;
}
