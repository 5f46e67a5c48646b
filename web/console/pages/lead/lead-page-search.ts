import { isTimelineFilter, type TimelineFilter } from "./timeline-filters.ts";

const parts = ["timeline", "facts", "next"] as const;
export type LeadPart = (typeof parts)[number];

/** `show`: what the timeline is narrowed to. `part`: which column narrow screens show. */
type LeadPageSearch = { show?: TimelineFilter; part?: LeadPart };

/** What the page of a lead takes from its address. */
export function leadPageSearch({ show, part }: Record<string, unknown>): LeadPageSearch {
  return {
    ...(isTimelineFilter(show) && show !== "all" && { show }),
    ...(parts.includes(part as LeadPart) && part !== "timeline" && { part: part as LeadPart }),
  };
}
