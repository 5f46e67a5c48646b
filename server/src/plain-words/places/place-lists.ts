import type { Token } from "../tokens.ts";
import type { PlaceFound } from "./how-meant.ts";

const JOINTS = new Set(["or", "and", "nor", "&", "/", ",", "maybe", "possibly", "either", "even"]);
/** They say anew how the next place is meant: "not in Boise, in Nampa", "from Boise to Nampa". */
const OWN = new Set(["in", "to", "move", "moving", "relocate", "relocating"]);
const isWordy = (text: string) => text !== ",";

/**
 * Towns of one list are meant alike: "near Boise or Meridian", "not in Boise, Nampa or Caldwell", "the Nampa/Caldwell area".
 * After a comma alone something new may begin: "not Nampa, Meridian".
 */
export function asTheirLists(tokens: readonly Token[], found: readonly PlaceFound[]): PlaceFound[] {
  const towns = found.filter(({ kind }) => kind !== "state");
  const meantAlike = listsOf(tokens, towns, found).flatMap((list) => {
    const [first] = list;
    const last = list.at(-1);
    const isClosed = list.length > 2 || list.some((place, nth) => hasWord(tokens, list[nth - 1], place));
    if (list.length < 2 || !first || !last || !isClosed) return list;
    const meant = first.meant !== "in" && first.meant !== "no" ? first.meant : last.meant;
    if (meant !== "near" && meant !== first.meant) return list;
    return list.map((place) => (place.meant === "in" ? { ...place, meant } : place));
  });
  return [...meantAlike, ...found.filter(({ kind }) => kind === "state")].sort((a, b) => a.to - b.to);
}

/** Places of one kind with nothing but commas and joining words between them; the states of towns are passed. */
export function listsOf(
  tokens: readonly Token[],
  found: readonly PlaceFound[],
  all: readonly PlaceFound[] = found,
): PlaceFound[][] {
  const lists: PlaceFound[][] = [];
  for (const place of found) {
    const before = lists.at(-1)?.at(-1);
    // A "not in" or a "near" of its own begins a list; an "in" of its own ends one that is denied.
    const isOwn = place.meant === "not" || (place.meant === "near" && before?.meant !== "in");
    const isNext =
      before?.kind === place.kind &&
      (before.meant === "in" || !OWN.has(tokens[place.from]?.text ?? "")) &&
      !isOwn &&
      isJoined(tokens, all, before.to, place.from);
    if (isNext) lists.at(-1)?.push(place);
    else lists.push([place]);
  }
  return lists;
}

function isJoined(tokens: readonly Token[], found: readonly PlaceFound[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const isOfState = found.some((each) => each.kind === "state" && at >= each.from && at < each.to);
    if (!isOfState && !JOINTS.has(tokens[at]?.text ?? "")) return false;
  }
  return true;
}

function hasWord(tokens: readonly Token[], before: PlaceFound | undefined, place: PlaceFound): boolean {
  return before !== undefined && tokens.slice(before.to, place.from).some(({ text }) => isWordy(text));
}
