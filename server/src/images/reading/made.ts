import type { RoomType } from "../../platform/models/room-types.ts";
import type { DueReading } from "./due-readings.sql.ts";

/** What has been made of a picture in this run, beside what was there. */
export type Made = {
  reading: DueReading;
  visual: Int16Array | null;
  told: Told | null;
  meaning: Int16Array | null;
};

export type Told = { description: string; roomType: RoomType; roomConfidence: number };

/** Why a picture could not be read this time; `again` is when it is worth another try. */
export type Failed = { reading: DueReading; failure: string; again: Date };

/** It is not known yet whether it can be: it is on its way, or the storage has just lost it. */
export type PutOff = { reading: DueReading; again: Date };

export function isWhole({ reading, visual, told, meaning }: Made): boolean {
  return (
    (visual !== null || reading.has_visual) &&
    (told !== null || reading.description !== null) &&
    (meaning !== null || (reading.has_meaning && told === null))
  );
}
