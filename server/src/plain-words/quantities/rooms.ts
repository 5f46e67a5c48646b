import type { Claim, Filters } from "../interpretation.ts";
import { PhraseTable, type Token } from "../tokens.ts";
import { unitAt } from "./measures.ts";
import { isPartOfHome } from "./size-owner.ts";

const MAX_ROOMS = 9;

/**
 * Reads `3/2`, `4/3.5`, `3x2` or `3/2/2`: bedrooms, bathrooms and garage spaces. `1/2` is a fraction, `9/10` a
 * rating, `24/7` an idiom.
 */
export function shortRoomsAt(tokens: readonly Token[], index: number): Claim | null {
  const [beds, slash, baths] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (!beds || !baths || beds.value === null || baths.value === null || !slash || !/^[/x]$/.test(slash.text))
    return null;
  if (!slash.glued || !baths.glued)
    return slash.text === "/" ? { from: index, to: index + 3, filters: null } : null;
  const garage = tokens[index + 3]?.text === "/" ? tokens[index + 4] : undefined;
  const to = garage ? index + 5 : index + 3;
  const isRooms =
    Number.isInteger(beds.value) &&
    beds.value <= MAX_ROOMS &&
    baths.value >= 1 &&
    baths.value <= beds.value &&
    (baths.value * 4) % 1 === 0 &&
    (garage === undefined || (garage.value !== null && garage.value >= 1 && garage.value <= 6));
  const behind = unitAt(tokens, to);
  if (
    isProperFraction(beds.value, baths.value) ||
    (behind && !["beds", "baths"].includes(behind.unit.measure))
  )
    return null;
  if (!isRooms || tokens[index - 1]?.glued) return { from: index, to, filters: null };
  const end = behind?.next ?? to;
  return {
    ...{ from: index, to: end },
    filters: {
      ...{ min_beds: beds.value, min_baths: baths.value },
      ...(garage?.value != null && { min_garage_spaces: garage.value }),
    },
  };
}

const isProperFraction = (over: number, under: number) => over < under && [2, 3, 4, 8].includes(under);

/** Studios that are no homes, by the words before and after. */
const OTHER_STUDIOS = new Set(
  "art arts artist artists yoga dance music recording photo photography pottery design sewing craft painting film pilates fitness home with a+ and plus".split(
    " ",
  ),
);
const NOT_AFTER_STUDIO = new Set(["space", "room", "for", "shop", "barn", "in+", "above", "over"]);

/** A studio has 0 bedrooms in feeds. */
export function studioAt(tokens: readonly Token[], index: number): Claim | null {
  const text = tokens[index]?.text;
  if (text !== "studio" && text !== "studios") return null;
  let before = index - 1;
  while (/^(?:a|an)$/.test(tokens[before]?.text ?? "")) before--;
  const isOther =
    OTHER_STUDIOS.has(tokens[before]?.text ?? "") || NOT_AFTER_STUDIO.has(tokens[index + 1]?.text ?? "");
  return { from: index, to: index + 1, filters: isOther ? null : { max_beds: 0 } };
}

const named = new PhraseTable<Filters>([
  [
    { max_stories: 1 },
    "single story, single storey, single level, single - story, single - level, single - storey, single floor, no stairs, without stairs, no steps",
  ],
  [{ min_garage_spaces: 1 }, "single garage, single car garage"],
  [
    { min_garage_spaces: 2 },
    "double garage, double car garage, garage for two cars, garage for 2 cars, garage for two",
  ],
  [{ min_garage_spaces: 3 }, "triple garage, triple car garage, garage for three cars, garage for 3 cars"],
  [{ min_garage_spaces: 4 }, "garage for four cars, garage for 4 cars"],
]);

/** Reads `double garage`, `garage for 2 cars`, `single level`. */
export function namedRoomsAt(tokens: readonly Token[], index: number): Claim | null {
  const found = named.at(tokens, index);
  return found && !isPartOfHome(tokens, found.next)
    ? { from: index, to: found.next, filters: found.meaning }
    : null;
}
