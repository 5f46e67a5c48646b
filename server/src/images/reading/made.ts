import type { Feature, RoomType } from "../../models/index.ts";
import type { DueReading } from "./due-readings.sql.ts";

/** What has been made of a picture in this run, beside what was there. */
export type Made = {
  reading: DueReading;
  visual: Int16Array | null;
  told: Told | null;
  seen: Seen | null;
  meaning: Int16Array | null;
};

export type Told = { description: string; roomType: RoomType; roomConfidence: number };

/** `quality`: how good a picture it is, 0 to 1. */
export type Seen = { features: Feature[]; quality: number };

/** Why a picture could not be read this time (problems.ts has the words); `again` is when it is worth another try. */
export type Failed = { reading: DueReading; failure: string; again: Date };

/**
 * It is not known yet whether it can be: it is on its way, or the storage has just lost it. Who wants to know now is told
 * the failure.
 */
export type PutOff = Failed;

export function isWhole({ reading, visual, told, seen, meaning }: Made): boolean {
  return (
    (visual !== null || reading.has_visual) &&
    (told !== null || reading.description !== null) &&
    (seen !== null || reading.has_features) &&
    (meaning !== null || (reading.has_meaning && told === null))
  );
}
