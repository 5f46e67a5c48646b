import type { VisitorEvent } from "./events.ts";

/** Sorts by time, then by id: the order of arrival carries no information. An invalid time sorts first. */
export function sortEvents(events: readonly VisitorEvent[]): VisitorEvent[] {
  return events
    .map((event) => ({ event, time: event.occurredAt.getTime() || 0 }))
    .sort((a, b) => a.time - b.time || compare(a.event.id, b.event.id))
    .map(({ event }) => event);
}

/** Compares by code units: the order of a locale differs between machines. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
