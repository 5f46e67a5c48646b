/** The settings of a feed that leaves them out (feeds.md: D1). These are the limits of the strictest known server. */
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
  enabled: true,
} as const;
