import { DateTime } from "luxon";
import { type Cadence, type Frequency, MINUTE, type OraclePerson, WEEK, type Wish } from "./oracle-types.ts";

const ORDER: readonly Frequency[] = ["instant", "daily", "weekly"];

/** The soonest of several; `off` where there is none. */
export function soonestOf(frequencies: readonly Frequency[]): Frequency {
  return ORDER.find((each) => frequencies.includes(each)) ?? "off";
}

export function isBackedOff({ unansweredSince }: OraclePerson, now: number): boolean {
  return unansweredSince !== null && now - unansweredSince >= 8 * WEEK;
}

export function effective(person: OraclePerson, { frequency, isPaused }: Wish, now: number): Frequency {
  if (isPaused || frequency === "off") return "off";
  return isBackedOff(person, now) ? "weekly" : frequency;
}

/** When something that may be told from a moment on is due. */
export function scheduled(
  person: OraclePerson,
  frequency: Frequency,
  readyAt: number,
): { cadence: Cadence; dueAt: number } {
  if (frequency === "instant") return { cadence: "instant", dueAt: readyAt };
  return { cadence: "scheduled", dueAt: slotAfter(person.zone ?? person.brokerage.zone, frequency, readyAt) };
}

const slots = new Map<string, number>();
const MOST_SLOTS = 50_000;

/** Quarter by quarter on the wall: no calculation with days that a change of the clock could upset. */
function slotAfter(zone: string, frequency: Frequency, readyAt: number): number {
  const key = `${zone} ${frequency} ${readyAt}`;
  const known = slots.get(key);
  if (known !== undefined) return known;
  const step = 15 * MINUTE;
  let at = Math.floor(readyAt / step) * step + step;
  for (; ; at += step) {
    const wall = DateTime.fromMillis(at, { zone });
    if (wall.hour !== 8 || wall.minute !== 0) continue;
    if (frequency === "daily" || wall.weekdayLong === "Saturday") break;
  }
  if (slots.size >= MOST_SLOTS) slots.clear();
  slots.set(key, at);
  return at;
}
