import type { Schema } from "../../app/api.ts";

/** What a new feed has when its form is not changed: the same as the API's defaults, which are the limits of the strictest known MLS. */
export const feedDefaults = {
  strategy: "auto",
  resources: ["Property", "Media", "Member", "Office", "OpenHouse"],
  media: "expand",
  filter: null,
  page_size: 200,
  user_agent: null,
  budget: { per_second: 2, per_hour: 7200, per_day: 40_000, bytes_per_hour: 4_294_967_296 },
  refresh_minutes: 5,
  reconcile_hours: 6,
  overlap_minutes: 20,
  copy_media: true,
  removal_guard_percent: 20,
} satisfies Partial<Schema<"Feed">>;

export type FeedValues = Pick<Schema<"Feed">, keyof typeof feedDefaults>;

export const strategyOptions = [
  { value: "auto", label: "Whichever works best" },
  { value: "entity_event", label: "Entity events" },
  { value: "timestamp", label: "Times of modification" },
  { value: "next_link", label: "Links from page to page" },
] as const;

export const mediaOptions = [
  { value: "expand", label: "Within each listing" },
  { value: "resource", label: "In a resource of their own" },
  { value: "none", label: "Not read" },
] as const;
