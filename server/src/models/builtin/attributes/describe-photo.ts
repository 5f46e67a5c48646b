import type { PhotoInput } from "../../models.ts";
import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import type { Seen } from "../objects/seen.ts";
import { isStated, type PhotoAttribute, type PhotoReading, statedRoomOf } from "./attributes-of.ts";
import { colorNames } from "./pixels/color-names.ts";
import type { Measured } from "./pixels/measure-looks.ts";
import type { RoomGuess } from "./room-type.ts";

const CLEAR = 0.4;
const MAX_CAPTION_LENGTH = 300;
const CONTROLS = /[\p{Cc}\p{Cf}]+/gu;

/** The measured attributes in descriptions, as phrases. */
const phrases: [key: string, phrase: string][] = [
  ["sky", "blue sky"],
  ["lawn", "a green foreground"],
  ["greenery", "much green"],
  ["wood", "wood tones"],
  ["dusk", "an evening sky"],
];

/** Things are named from this probability on, the most probable ones. */
const SURELY_SEEN = 0.6;
const MAX_THINGS = 4;

/**
 * A sentence with what is seen and measured, and one with the MLS's caption: "Kitchen with a refrigerator and a range:
 * mostly white and gray, bright. The MLS says: “Bright white kitchen”." It contains nothing else.
 */
export function describePhoto(
  photo: PhotoInput,
  reading: PhotoReading,
  { looks, seen, room }: { looks: Measured; seen: Seen | null; room: RoomGuess },
): string {
  const shown = nameOf(reading, room) + withThings(reading, seen);
  const measured = measuredIn(looks);
  const caption = photo.caption
    ?.replace(CONTROLS, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_CAPTION_LENGTH);
  const first = measured ? `${shown}: ${measured}.` : `${shown}.`;
  return caption ? `${first} The MLS says: “${caption.replace(/\.$/, "")}”.` : first;
}

function nameOf(reading: PhotoReading, room: RoomGuess): string {
  const named = statedRoomOf(reading);
  if (named) return attribute(named).label;
  if (room.from === "seen" && room.type !== "other") return `A ${words(room.type)}`;
  if (room.type !== "other")
    return room.from === "measured" ? "Probably outdoors" : `Probably the ${words(room.type)}`;
  return "A photo";
}

/** " with a bed and a television": what the detector surely sees, and neither caption nor ImageOf names. */
function withThings({ attributes }: PhotoReading, seen: Seen | null): string {
  const sure = Object.entries(seen?.things ?? {})
    .filter(([key, confidence]) => confidence >= SURELY_SEEN && !isNamed(attributes.get(key)))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_THINGS);
  if (sure.length === 0) return "";
  return ` with ${inList(sure.map(([key]) => `a ${attribute(key).label.toLowerCase()}`))}`;
}

function isNamed(known: PhotoAttribute | undefined): boolean {
  return known !== undefined && isStated(known) && known.strength === 1;
}

function words(type: string): string {
  return type.replaceAll("_", " ");
}

function measuredIn(looks: Measured): string {
  const strength = (key: string) => looks[key] ?? 0;
  const colors = colorNames
    .filter((name) => strength(name) >= CLEAR)
    .sort((a, b) => strength(b) - strength(a))
    .slice(0, 2)
    .map((name) => attribute(name).label.toLowerCase());
  const light = ["bright", "dark"].filter((key) => strength(key) >= CLEAR);
  const things = phrases.filter(([key]) => strength(key) >= CLEAR).map(([, phrase]) => phrase);
  const parts = [colors.length > 0 ? `mostly ${inList(colors)}` : "", ...light].filter((part) => part !== "");
  if (things.length > 0) parts.push(`with ${inList(things.slice(0, 3))}`);
  return parts.join(", ");
}

function inList(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
