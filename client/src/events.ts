/** How somebody looked at a listing. */
export type Engagement = {
  time_seconds?: number;
  /** 0 to 100. */
  scroll_percent?: number;
  photos_viewed?: number;
  used_calculator?: boolean;
  downloaded_pdf?: boolean;
};

/** What a visitor does. */
export type Behaviour =
  | { type: "property_view"; listing_id: string; engagement?: Engagement }
  | { type: "photo_engagement"; listing_id: string; photo_index: number; dwell_ms: number; zoomed?: boolean }
  | { type: "filter_change"; filter: string; value: unknown }
  | { type: "search_query"; query: string }
  | { type: "favorite_added" | "favorite_removed"; listing_id: string };

/** As it is sent. The server keeps each id once, so sending one again does no harm. */
export type VisitorEvent = Behaviour & { id: string; timestamp: string };
