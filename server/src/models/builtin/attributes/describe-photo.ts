import type { PhotoInput } from "../../models.ts";
import { attribute } from "../../vocabulary/photo-attributes/index.ts";
import type { PhotoReading } from "./attributes-of.ts";
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

/**
 * A sentence with what is measured, and one with the MLS's caption: "Kitchen: mostly white and gray, bright. The MLS
 * says: “Bright white kitchen”." It contains nothing else.
 */
export function describePhoto(
  photo: PhotoInput,
  reading: PhotoReading,
  looks: Measured,
  room: RoomGuess,
): string {
  const shown = nameOf(reading, room);
  const seen = seenIn(looks);
  const caption = photo.caption
    ?.replace(CONTROLS, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_CAPTION_LENGTH);
  const first = seen ? `${shown}: ${seen}.` : `${shown}.`;
  return caption ? `${first} The MLS says: “${caption.replace(/\.$/, "")}”.` : first;
}

function nameOf({ caption, imageOf }: PhotoReading, room: RoomGuess): string {
  const named = imageOf.rooms[0] ?? caption.rooms[0];
  if (named) return attribute(named).label;
  if (room.type !== "other")
    return room.from === "measured" ? "Probably outdoors" : `Probably ${words(room.type)}`;
  return "A photo";
}

function words(type: string): string {
  return `the ${type.replaceAll("_", " ")}`;
}

function seenIn(looks: Measured): string {
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
