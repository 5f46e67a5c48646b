import { DateTime } from "luxon";
import { dayNumber } from "../../platform/clock.ts";
import { localDay } from "../local-day.ts";

/** A row of `open_houses`, as JSON has it. */
export type OpenHouseRow = {
  id: number;
  /** As its source has written it. */
  date: string;
  starts_at: string | null;
  ends_at: string | null;
};

/** An open house where its listing is. */
export type PlacedOpenHouse = {
  id: number;
  /** The number of the local day on which it starts. */
  day: number;
  /** Milliseconds; without a time the local day begins and ends it. */
  starts: number;
  ends: number;
  zone: string;
};

/** A longer one is taken for a mistake, and ends with its day. */
export const LONGEST_MS = 7 * 86_400_000;

export function placedOpenHouse(
  { id, date, starts_at, ends_at }: OpenHouseRow,
  zone: string,
): PlacedOpenHouse {
  const local = starts_at === null ? date : localDay(zone, new Date(starts_at));
  const midnight = DateTime.fromISO(local, { zone });
  const starts = starts_at === null ? midnight.toMillis() : Date.parse(starts_at);
  const ends = ends_at === null ? Number.NaN : Date.parse(ends_at);
  const isLikely = ends > starts && ends - starts <= LONGEST_MS;
  return {
    id,
    day: dayNumber(local),
    starts,
    ends: isLikely ? ends : midnight.plus({ days: 1 }).toMillis(),
    zone,
  };
}

/** As the listing index stores those of a listing; empty for none. */
export function storedOpenHouses(openHouses: readonly PlacedOpenHouse[]): string {
  return openHouses
    .map(({ id, day, starts, ends, zone }) => [id, day, starts, ends, zone].join("|"))
    .join(";");
}

export function readStoredOpenHouses(text: string): PlacedOpenHouse[] {
  if (text === "") return [];
  return text.split(";").map((stored) => {
    const [id, day, starts, ends, zone] = stored.split("|") as [string, string, string, string, string];
    return { id: Number(id), day: Number(day), starts: Number(starts), ends: Number(ends), zone };
  });
}

/** Of a row of the listing index, in no order; some may have ended. */
export function openHousesOf({ openHouses }: { openHouses: string }): PlacedOpenHouse[] {
  return readStoredOpenHouses(openHouses);
}
