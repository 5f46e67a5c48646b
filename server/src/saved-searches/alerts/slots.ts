import { DateTime } from "luxon";

/** Local time of daily and weekly alerts (search.md, D47). */
const HOUR = 8;
const SATURDAY = 6;

/**
 * The next time after a moment at which daily or weekly alerts are due: 8:00 in the zone, of weekly ones on Saturdays. The clock
 * changes at other hours everywhere, so there is one 8:00 each day.
 */
export function nextSlot(frequency: "daily" | "weekly", timeZone: string, after: Date): Date {
  const local = DateTime.fromJSDate(after, { zone: timeZone });
  let slot = local.set({ hour: HOUR, minute: 0, second: 0, millisecond: 0 });
  while (slot.toMillis() <= after.getTime() || (frequency === "weekly" && slot.weekday !== SATURDAY)) {
    slot = slot.plus({ days: 1 });
  }
  return slot.toJSDate();
}

/** `nextSlot` that keeps what it has computed: many clients share a zone. */
export function slotFinder(): typeof nextSlot {
  const known = new Map<string, Date>();
  return (frequency, timeZone, after) => {
    const key = `${frequency} ${timeZone} ${after.getTime()}`;
    const slot = known.get(key) ?? nextSlot(frequency, timeZone, after);
    known.set(key, slot);
    return slot;
  };
}
