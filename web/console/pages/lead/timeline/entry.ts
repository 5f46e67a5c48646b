import type { ReactNode } from "react";
import type { IconName } from "../../../icons/icon.tsx";
import type { TimelineFilter } from "../timeline-filters.ts";

/** A line of the timeline, of any source. */
export type Entry = {
  key: string;
  /** When it happened. */
  at: string;
  kind: Exclude<TimelineFilter, "all">;
  icon: IconName;
  title: string;
  /** Who did it, where that is known. */
  by?: string;
  /** What was said or written. */
  text?: string | null;
  details?: ReactNode;
};
