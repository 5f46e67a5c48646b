import type { Token } from "../tokens.ts";
import type { FoundPlace } from "./place-relation.ts";

const CONJUNCTIONS = new Set(["or", "and", "nor", "&", "/", ",", "maybe", "possibly", "either", "even"]);
/** Prepositions that set the relation of the next place: "not in Boise, in Nampa", "from Boise to Nampa". */
const OWN_PREPOSITIONS = new Set(["in", "to", "move", "moving", "relocate", "relocating"]);
const isWordy = (text: string) => text !== ",";

/**
 * Gives all cities of one list the same relation: "near Boise or Meridian", "not in Boise, Nampa or Caldwell", "the
 * Nampa/Caldwell area". After a comma alone a new relation may begin: "not Nampa, Meridian".
 */
export function alignLists(tokens: readonly Token[], found: readonly FoundPlace[]): FoundPlace[] {
  const towns = found.filter(({ kind }) => kind !== "state");
  const states = found.filter(({ kind }) => kind === "state");
  const aligned = groupLists(tokens, towns, states).flatMap((list) => {
    const [first] = list;
    const last = list.at(-1);
    const isClosed = list.length > 2 || list.some((place, nth) => hasWord(tokens, list[nth - 1], place));
    if (list.length < 2 || !first || !last || !isClosed) return list;
    const relation = first.relation !== "in" && first.relation !== "no" ? first.relation : last.relation;
    if (relation !== "near" && relation !== first.relation) return list;
    return list.map((place) => (place.relation === "in" ? { ...place, relation } : place));
  });
  return [...aligned, ...states].sort((a, b) => a.to - b.to);
}

type Span = { from: number; to: number };

/** Groups places of one kind that are separated only by commas and joining words, or by what is `skipped`: the states of cities. */
export function groupLists(
  tokens: readonly Token[],
  found: readonly FoundPlace[],
  skipped: readonly Span[] = [],
): FoundPlace[][] {
  const lists: FoundPlace[][] = [];
  for (const place of found) {
    const before = lists.at(-1)?.at(-1);
    // A place with its own "not in" or "near" starts a list; one with its own "in" ends a negated list.
    const isOwn = place.relation === "not" || (place.relation === "near" && before?.relation !== "in");
    const isNext =
      before?.kind === place.kind &&
      (before.relation === "in" || !OWN_PREPOSITIONS.has(tokens[place.from]?.text ?? "")) &&
      !isOwn &&
      isJoined(tokens, skipped, before.to, place.from);
    if (isNext) lists.at(-1)?.push(place);
    else lists.push([place]);
  }
  return lists;
}

function isJoined(tokens: readonly Token[], skipped: readonly Span[], from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const isSkipped = skipped.some((each) => index >= each.from && index < each.to);
    if (!isSkipped && !CONJUNCTIONS.has(tokens[index]?.text ?? "")) return false;
  }
  return true;
}

function hasWord(tokens: readonly Token[], before: FoundPlace | undefined, place: FoundPlace): boolean {
  return before !== undefined && tokens.slice(before.to, place.from).some(({ text }) => isWordy(text));
}
