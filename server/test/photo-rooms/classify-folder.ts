import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Models, PhotoInput } from "../../src/models/models.ts";
import { type RoomType, roomTypes } from "../../src/models/vocabulary/room-types.ts";
import { deriveCard } from "../../src/photos/derive-photo.ts";

const PHOTO = /\.(jpe?g|png|webp)$/i;

/** For each room that a sub-folder names, how many of its photos are taken for each room. */
export type Confusion = Map<RoomType, Map<RoomType, number>>;
export type Classified = {
  confusion: Confusion;
  photos: number;
  right: number;
  unreadable: number;
  msPerPhoto: number;
};

/** Classifies the photos of a folder by their pixels alone: sub-folders are named by room (`living_room`, `Bedroom`). */
export async function classifyFolder(
  folder: string,
  { vision }: Pick<Models, "vision">,
): Promise<Classified> {
  const classified: Classified = { confusion: new Map(), photos: 0, right: 0, unreadable: 0, msPerPhoto: 0 };
  const began = performance.now();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const type = typeOfFolder(entry.name);
    for (const file of (await readdir(join(folder, entry.name))).filter((name) => PHOTO.test(name)).sort()) {
      const guess = await guessOf(join(folder, entry.name, file), vision);
      if (guess === null) {
        classified.unreadable++;
        continue;
      }
      const row = classified.confusion.get(type) ?? new Map<RoomType, number>();
      classified.confusion.set(type, row.set(guess, (row.get(guess) ?? 0) + 1));
      classified.photos++;
      if (guess === type) classified.right++;
    }
  }
  classified.msPerPhoto = (performance.now() - began) / Math.max(1, classified.photos);
  return classified;
}

/** A folder of any other name holds rooms that the API calls `other`, such as `dining_room`. */
function typeOfFolder(name: string): RoomType {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return roomTypes.find((type) => type === key) ?? "other";
}

async function guessOf(path: string, vision: Models["vision"]): Promise<RoomType | null> {
  const bytes = await deriveCard(await readFile(path)).catch(() => null);
  if (bytes === null) return null;
  const photo: PhotoInput = { bytes, caption: null, imageOf: null };
  const [surest] = await vision.classify(photo, roomTypes);
  return (surest?.label ?? "other") as RoomType;
}

/** The matrix as text: a row for each room of the folder, a column for each room that was guessed. */
export function confusionTable({ confusion, photos, right, unreadable }: Classified): string {
  const width = Math.max(...roomTypes.map((type) => type.length)) + 2;
  const cell = (text: string | number) => String(text).padStart(width);
  const rows = [...confusion].map(([room, guesses]) => {
    const all = [...guesses.values()].reduce((sum, each) => sum + each, 0);
    const share = ((guesses.get(room) ?? 0) / all).toFixed(3);
    return [cell(room), ...roomTypes.map((type) => cell(guesses.get(type) ?? 0)), cell(share)].join("");
  });
  return [
    [cell("is \\ guessed"), ...roomTypes.map(cell), cell("right")].join(""),
    ...rows,
    `${right} of ${photos} rooms are right: ${(right / Math.max(1, photos)).toFixed(3)}${unreadable > 0 ? `; ${unreadable} files cannot be read` : ""}`,
  ].join("\n");
}
