/** What the tracker records of a page, for visitors who do not refuse (W21). */
export type Tracked = {
  /** The `listing_id` of the home that the page shows. */
  listing?: string;
  /** Words that were searched for. */
  search?: string;
  /** Filters of the search by their parameter. */
  filters?: Record<string, unknown>;
};
