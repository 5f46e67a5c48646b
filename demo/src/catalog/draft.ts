import type { AerialTraits } from "../../drawings/aerial.ts";
import type { BackyardTraits } from "../../drawings/backyard.ts";
import type { BathroomTraits } from "../../drawings/bathroom.ts";
import type { BedroomTraits } from "../../drawings/bedroom.ts";
import type { ColorName } from "../../drawings/color.ts";
import type { CommercialTraits } from "../../drawings/commercial.ts";
import type { DiningRoomTraits } from "../../drawings/dining-room.ts";
import type { FrontTraits } from "../../drawings/front.ts";
import type { GarageTraits } from "../../drawings/garage.ts";
import type { KitchenTraits } from "../../drawings/kitchen.ts";
import type { LandscapeTraits } from "../../drawings/landscape.ts";
import type { LivingRoomTraits } from "../../drawings/living-room.ts";
import type { LaundryTraits, OfficeTraits } from "../../drawings/utility-rooms.ts";

/** All parameters of a drawing, by `subject`. */
export type PhotoTraits =
  | AerialTraits
  | BackyardTraits
  | BathroomTraits
  | BedroomTraits
  | CommercialTraits
  | DiningRoomTraits
  | FrontTraits
  | GarageTraits
  | KitchenTraits
  | LandscapeTraits
  | LaundryTraits
  | LivingRoomTraits
  | OfficeTraits;

/** A picture without its number: `name` becomes the prefix of the file name. */
export type PhotoDraft = { name: string; imageOf: string; caption: string; traits: PhotoTraits };

/** The list entry for a running number; lists of different lengths give varied combinations. */
export function cycle<T>(items: readonly T[], i: number): T {
  return items[i % items.length]!;
}

/** The colour's name in a caption. */
export function spoken(color: ColorName): string {
  return (
    (
      { sage: "sage green", cherry: "cherry wood", walnut: "walnut wood" } as Partial<
        Record<ColorName, string>
      >
    )[color] ?? color
  );
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A file name's part: lower case, hyphens. */
export function slug(text: string): string {
  return text.replaceAll(" ", "-");
}
