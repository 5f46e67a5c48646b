import { PhraseTable, type Token } from "../tokens.ts";
import type { Bounds } from "./bounds.ts";
import { boundsOfQuantity, type Quantity } from "./quantity-at.ts";

const SQFT_OF_ACRE = 43_560;
const LOTS = new Set(["lot", "lots", "parcel", "yard", "plot"]);
/** Parts whose size and stories are not the home's. */
const PARTS_OF_HOME = new Set(
  "shop workshop garage deck patio barn basement guest shed casita adu addition bonus warehouse room kitchen porch storage outbuilding loft studio office great entry foyer ceiling ceilings barndo windows living pool apartment suite quarters".split(
    " ",
  ),
);
/** Words allowed between a size and the part: "1200 sq ft detached shop". */
const BETWEEN = new Set([
  "detached",
  "heated",
  "finished",
  "unfinished",
  "attached",
  "large",
  "insulated",
  "covered",
  "of",
  "rv",
  "new",
  "separate",
  "foot",
]);

const floors = new PhraseTable<true>([
  [
    true,
    `on main, on the main, on first, on the first, on ground, on the ground, on lower, on the lower, on upper, on the upper, downstairs, upstairs,
    on one level, in basement, in the basement, in basement, apartment above, on each, for each`,
  ],
]);

/** Whether a quantity belongs to a shop, a deck or a single floor. */
export function isOfOtherObject(tokens: readonly Token[], { from, to, unit }: Quantity): boolean {
  const measure = unit?.measure;
  if (measure === "beds" || measure === "baths") return floors.at(tokens, to) !== undefined;
  if (measure !== "sqft" && measure !== "stories") return false;
  if (isPartOfHome(tokens, to)) return true;
  // "A deck of at least 400 square feet".
  return (
    measure === "sqft" && tokens[from - 1]?.text === "of" && PARTS_OF_HOME.has(tokens[from - 2]?.text ?? "")
  );
}

/** Whether a part of a home or an outbuilding follows: "1200 sq ft detached shop", "two story great room". */
export function isPartOfHome(tokens: readonly Token[], index: number): boolean {
  let after = index;
  while (after < index + 2 && BETWEEN.has(tokens[after]?.text ?? "")) after++;
  return PARTS_OF_HOME.has(tokens[after]?.text ?? "");
}

/** Converts the square feet of a lot to acres. */
export function lotSizeOf(
  tokens: readonly Token[],
  quantity: Quantity,
): { bounds: Bounds; to: number } | null {
  if (quantity.unit?.measure !== "sqft") return null;
  const isLotBehind = LOTS.has(tokens[quantity.to]?.text ?? "");
  const isLotBefore = LOTS.has(
    tokens[quantity.from - (tokens[quantity.from - 1]?.text === "of" ? 2 : 1)]?.text ?? "",
  );
  if (!isLotBehind && !isLotBefore) return null;
  const { factor } = quantity.unit;
  const inHundredths = quantity.numbers.map(({ value }) => ((value * factor) / SQFT_OF_ACRE) * 100);
  const { min, max } = boundsOfQuantity(quantity, "sqft", inHundredths);
  // Rounded outwards, so that a lot of exactly that size is included.
  return {
    bounds: {
      min: min === null ? null : Math.floor(min) / 100,
      max: max === null ? null : Math.ceil(max) / 100,
    },
    to: quantity.to,
  };
}
