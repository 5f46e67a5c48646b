/** How a visitor looked at a listing. */
export type Engagement = {
  time_seconds?: number;
  /** 0 to 100. */
  scroll_percent?: number;
  photos_viewed?: number;
  used_calculator?: boolean;
  downloaded_pdf?: boolean;
};

/** An action of a visitor. */
export type Behaviour =
  | { type: "property_view"; listing_id: string; engagement?: Engagement }
  | { type: "photo_engagement"; listing_id: string; photo_index: number; dwell_ms: number; zoomed?: boolean }
  | { type: "filter_change"; filter: string; value: unknown }
  | { type: "search_query"; query: string }
  | { type: "favorite_added" | "favorite_removed"; listing_id: string };

/** An event as it is sent. The server deduplicates by id, so resending is safe. */
export type VisitorEvent = Behaviour & { id: string; timestamp: string };

/** Works without https too, where `crypto.randomUUID` is missing. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

let latest = 0;

/** Current time in milliseconds, strictly increasing, so that events keep their order. */
export function increasingNow(): number {
  const now = Date.now();
  // A clock that was set back by more than a second is followed.
  latest = now > latest || latest - now > 1000 ? now : latest + 1;
  return latest;
}

/** The same in ISO 8601. */
export const timestamp = (): string => new Date(increasingNow()).toISOString();
