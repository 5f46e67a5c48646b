/** What a timeline can be narrowed to. */
export const timelineFilters = {
  all: "All",
  contacts: "Contacts and notes",
  messages: "Messages",
  visits: "Visits",
  moves: "Stages and routing",
  consent: "Consent",
} as const;

export type TimelineFilter = keyof typeof timelineFilters;

export function isTimelineFilter(value: unknown): value is TimelineFilter {
  return typeof value === "string" && Object.hasOwn(timelineFilters, value);
}
