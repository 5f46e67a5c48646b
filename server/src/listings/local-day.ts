import { dayNumber } from "../platform/clock.ts";

/** Time zones of the states of the USA, by their abbreviations: of a state with two, that of most of its people. */
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
/** Of listings elsewhere, or nowhere: the default of lead settings. */
const DEFAULT_ZONE = "America/Boise";

const zoneOf = new Map(
  Object.entries(STATES_IN).flatMap(([zone, states]) => states.split(" ").map((state) => [state, zone])),
);
const formats = new Map<string, Intl.DateTimeFormat>();

/** The time zone in which a listing's days begin, by its state. */
export function listingZone(state: string | null): string {
  return zoneOf.get((state ?? "").toUpperCase()) ?? DEFAULT_ZONE;
}

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function localDay(zone: string, time: Date): string {
  let format = formats.get(zone);
  if (!format) {
    // Canada writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
    formats.set(zone, format);
  }
  return format.format(time);
}

/** Days begin at a multiple of it in every time zone. */
const QUARTER_HOUR_MS = 900_000;
let quarter = -1;
let days = "";

/** The days that it is in all of the zones at a moment: what depends on days is the same as long as this is. */
export function daysAt(time: Date): string {
  const now = Math.floor(time.getTime() / QUARTER_HOUR_MS);
  if (now === quarter) return days;
  const zones = new Set([...zoneOf.values(), DEFAULT_ZONE]);
  days = [...zones].map((zone) => localDay(zone, time)).join(" ");
  quarter = now;
  return days;
}

/** The number of the day that it is in each time zone at a moment: asked for every listing of a page, found once a zone. */
export function todayIn(time: Date): (zone: string) => number {
  const days = new Map<string, number>();
  return (zone) => {
    const known = days.get(zone);
    if (known !== undefined) return known;
    const day = dayNumber(localDay(zone, time));
    days.set(zone, day);
    return day;
  };
}
