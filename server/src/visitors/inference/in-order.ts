import type { VisitorEvent } from "./events.ts";

/** By time, then by id: the order in which events came in tells nothing. A time that is none counts as the earliest. */
export function sortEvents(events: readonly VisitorEvent[]): VisitorEvent[] {
  return events
    .map((event) => ({ event, time: event.occurredAt.getTime() || 0 }))
    .sort((a, b) => a.time - b.time || compare(a.event.id, b.event.id))
    .map(({ event }) => event);
}

/** By code units: a locale's order would differ from machine to machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
