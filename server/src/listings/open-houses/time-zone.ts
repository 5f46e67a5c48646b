import tzLookup from "@photostructure/tz-lookup";
import { listingZone } from "../local-day.ts";

/** The time zone at a position, as far as it is shown, else that of most of the state. */
export function zoneAt(latitude: number | null, longitude: number | null, state: string | null): string {
  return latitude === null || longitude === null ? listingZone(state) : tzLookup(latitude, longitude);
}
