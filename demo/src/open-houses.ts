import { DateTime } from "luxon";
import { zoneAt } from "../../server/src/listings/index.ts";
import { createRandom } from "./random.ts";
import type { ResoOpenHouse, ResoProperty } from "./reso-property.ts";

/** Open houses take place on weekends, so that a demo has some for so many weeks. */
const WEEKENDS = 6;
const SHARE = 0.12;
const SATURDAY = 6;
const HOURS = [10, 11, 12, 13, 14, 15];
const REMARKS = [
  "Refreshments served. Please remove your shoes.",
  "The listing agent will be there to answer questions.",
  "Park on the street.",
  null,
];

/** The open houses of a home that is for sale; none of most homes. `today`: YYYY-MM-DD. */
export function openHousesOf(listing: ResoProperty, today: string): ResoOpenHouse[] {
  const { ListingKey, StandardStatus, BedroomsTotal, Latitude = null, Longitude = null } = listing;
  // A stream of its own: what else the demo has does not depend on its open houses.
  const random = createRandom(`open houses:${ListingKey}`);
  if (StandardStatus !== "Active" || !BedroomsTotal || !random.chance(SHARE)) return [];
  const zone = zoneAt(Latitude, Longitude, listing.StateOrProvince);
  const first = DateTime.fromISO(today, { zone });
  const saturday = first.plus({ days: (SATURDAY - first.weekday + 7) % 7 });
  return Array.from({ length: WEEKENDS }, (_, week) => {
    const day = saturday.plus({ weeks: week, days: random.int(0, 1) });
    const start = day.set({ hour: random.pick(HOURS) });
    const remarks = random.pick(REMARKS);
    return {
      OpenHouseKey: `${ListingKey}-${week + 1}`,
      OpenHouseDate: day.toISODate() as string,
      OpenHouseStartTime: start.toUTC().toISO() as string,
      OpenHouseEndTime: start.plus({ hours: 2 }).toUTC().toISO() as string,
      OpenHouseStatus: "Active",
      OpenHouseType: "Public",
      ...(remarks && { OpenHouseRemarks: remarks }),
    };
  });
}
