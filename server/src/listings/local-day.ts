import tzLookup from "@photostructure/tz-lookup";
import { dayNumber } from "../platform/clock.ts";

/** Time zones of the states of the USA, by abbreviation. A state with two zones has that of most of its population. */
const STATES_IN: Record<string, string> = {
  "America/New_York": "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV",
  "America/Chicago": "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI",
  "America/Denver": "CO MT NM UT WY",
  "America/Boise": "ID",
  "America/Phoenix": "AZ",
  "America/Los_Angeles": "CA NV OR WA",
  "America/Anchorage": "AK",
  "Pacific/Honolulu": "HI",
  "America/Puerto_Rico": "PR VI",
};
/** Used for a missing or foreign state. The default of lead settings. */
const DEFAULT_ZONE = "America/Boise";

const zoneOf = new Map(
  Object.entries(STATES_IN).flatMap(([zone, states]) => states.split(" ").map((state) => [state, zone])),
);
const formats = new Map<string, Intl.DateTimeFormat>();

/** The time zone in which a listing's days begin, by its state. */
export function listingZone(state: string | null): string {
  return zoneOf.get((state ?? "").toUpperCase()) ?? DEFAULT_ZONE;
}

/** The time zone at a position, as far as that is shown; else the zone of most of the state. */
export function zoneAt(latitude: number | null, longitude: number | null, state: string | null): string {
  return latitude === null || longitude === null ? listingZone(state) : tzLookup(latitude, longitude);
}

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function localDay(zone: string, time: Date): string {
  let format = formats.get(zone);
  if (!format) {
    // The en-CA format is YYYY-MM-DD.
    format = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
    formats.set(zone, format);
  }
  return format.format(time);
}

/** In every time zone, days begin at a multiple of a quarter of an hour. */
const QUARTER_HOUR_MS = 900_000;
let quarter = -1;
let days = "";

/** The current days of all zones, as a cache key: replies that contain days stay valid while it is the same. */
export function daysAt(time: Date): string {
  const now = Math.floor(time.getTime() / QUARTER_HOUR_MS);
  if (now === quarter) return days;
  const zones = new Set([...zoneOf.values(), DEFAULT_ZONE]);
  days = [...zones].map((zone) => localDay(zone, time)).join(" ");
  quarter = now;
  return days;
}

let dayNumbers = { quarter: -1, byZone: new Map<string, number>() };

/**
 * Returns a function that gives the day number of that time in a time zone. Day numbers are cached for a quarter of an hour: every
 * listing of every page needs one, and formatting a date takes some microseconds.
 */
export function dayNumberByZone(time: Date): (zone: string) => number {
  const quarter = Math.floor(time.getTime() / QUARTER_HOUR_MS);
  if (dayNumbers.quarter !== quarter) dayNumbers = { quarter, byZone: new Map() };
  const { byZone } = dayNumbers;
  return (zone) => {
    const known = byZone.get(zone);
    if (known !== undefined) return known;
    const day = dayNumber(localDay(zone, time));
    byZone.set(zone, day);
    return day;
  };
}

/** The current day number of every zone that `listingZone` gives. */
export function currentDays(time: Date): Record<string, number> {
  const dayOf = dayNumberByZone(time);
  return Object.fromEntries([...Object.keys(STATES_IN), DEFAULT_ZONE].map((zone) => [zone, dayOf(zone)]));
}
