import type { Label } from "../../models.ts";
import { vocabulary } from "../../vocabulary/photo-attributes/index.ts";
import { type RoomType, roomTypes } from "../../vocabulary/room-types.ts";
import type { PhotoReading } from "./attributes-of.ts";
import { readWords } from "./read-words.ts";
import { type RoomGuess, roomConfidences } from "./room-type.ts";

/** The confidence of a caption's word that the vocabulary does not contain. */
const WORD_STANDS_THERE = 0.7;

/**
 * The confidence that each label applies to the photo, in descending order. A label is a room type, an attribute's
 * key, or words, all of which must apply.
 */
export function classifyPhoto(reading: PhotoReading, room: RoomGuess, labels: readonly string[]): Label[] {
  const rooms = roomConfidences(room);
  return labels
    .map((label) => ({ label, confidence: confidenceOf(label, reading, rooms) }))
    .sort((a, b) => b.confidence - a.confidence);
}

function confidenceOf(label: string, reading: PhotoReading, rooms: Map<RoomType, number>): number {
  const key = label
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  const type = roomTypes.find((each) => each === key);
  if (type) return rooms.get(type) as number;
  const strength = (name: string) => reading.attributes.get(name)?.strength ?? 0;
  if (Object.hasOwn(vocabulary, key)) return strength(key);
  const { attributes, others } = readWords(label);
  const named = [...attributes].filter(([, each]) => each === 1).map(([name]) => strength(name));
  const stated = [...others].map((word) => (reading.caption.others.has(word) ? WORD_STANDS_THERE : 0));
  const all = [...named, ...stated];
  return all.length === 0 ? 0 : Math.min(...all);
}
