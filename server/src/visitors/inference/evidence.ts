import type { ListingTraits } from "../../plain-words/index.ts";
import type { Engagement, VisitorEvent } from "./events.ts";

/** The evidence of a visitor's actions on one listing: interest or aversion. One of the two is 0. */
export type ListingEvidence = {
  listingId: string;
  traits: ListingTraits;
  interest: number;
  aversion: number;
};

/** A favorite outweighs any view. */
const FAVORITE_WEIGHT = 4;
/** Removing a favorite weighs more than leaving a page at once. */
const REMOVED_FAVORITE_WEIGHT = 1.6;
const BOUNCE_WEIGHT = 0.8;
/** A page view without engagement data. */
const BARE_VIEW_WEIGHT = 0.5;
/** Repeated views add this part of their weight to the best view, up to a maximum. */
const REPEAT_FACTOR = 0.3;
const MAX_REPEAT_WEIGHT = 1;
const MAX_PHOTO_WEIGHT = 0.8;

type Tally = { views: number[]; bounces: number; photos: number; favorite: "never" | "kept" | "removed" };

/**
 * Computes the evidence of each listing, in the order in which the visitor met them. Listings without traits are
 * skipped. Events must be in chronological order.
 */
export function evidenceOf(
  events: readonly VisitorEvent[],
  traits: ReadonlyMap<string, ListingTraits>,
): ListingEvidence[] {
  const tallies = new Map<string, Tally>();
  for (const event of events) {
    if (!("listing_id" in event) || !traits.has(event.listing_id)) continue;
    const tally = tallies.get(event.listing_id) ?? { views: [], bounces: 0, photos: 0, favorite: "never" };
    tallies.set(event.listing_id, tally);
    count(event, tally);
  }
  return [...tallies].map(([listingId, tally]) => ({
    listingId,
    traits: traits.get(listingId) as ListingTraits,
    ...weigh(tally),
  }));
}

function count(event: Extract<VisitorEvent, { listing_id: string }>, tally: Tally): void {
  switch (event.type) {
    case "property_view":
      if (isBounce(event.engagement)) tally.bounces++;
      else tally.views.push(viewWeight(event.engagement));
      return;
    case "photo_engagement":
      tally.photos += photoWeight(event.dwell_ms, event.zoomed === true);
      return;
    case "favorite_added":
      tally.favorite = "kept";
      return;
    case "favorite_removed":
      tally.favorite = "removed";
  }
}

function weigh({ views, bounces, photos, favorite }: Tally): { interest: number; aversion: number } {
  if (favorite === "removed") return { interest: 0, aversion: REMOVED_FAVORITE_WEIGHT };
  const best = views.reduce((most, each) => Math.max(most, each), 0);
  const all = views.reduce((sum, each) => sum + each, 0);
  const looked =
    best + Math.min((all - best) * REPEAT_FACTOR, MAX_REPEAT_WEIGHT) + Math.min(photos, MAX_PHOTO_WEIGHT);
  const interest = looked + (favorite === "kept" ? FAVORITE_WEIGHT : 0);
  // A visitor who came back and stayed did not reject the listing.
  return interest > 0 || bounces === 0 ? { interest, aversion: 0 } : { interest: 0, aversion: BOUNCE_WEIGHT };
}

/** Whether the visitor left within seconds. Requires a measured time: a missing one is not a short one. */
function isBounce(engagement: Engagement | undefined): boolean {
  if (engagement?.time_seconds === undefined) return false;
  const { time_seconds, scroll_percent, photos_viewed, used_calculator, downloaded_pdf } = engagement;
  if (used_calculator === true || downloaded_pdf === true) return false;
  return (
    clamped(time_seconds, 1e6) < 8 && clamped(scroll_percent, 100) < 40 && clamped(photos_viewed, 100) <= 2
  );
}

/** Five minutes, a page read to its end, 15 photos, the calculator and the PDF add up to 2.7. */
function viewWeight(engagement: Engagement | undefined): number {
  if (!engagement || Object.values(engagement).every((each) => each === undefined)) return BARE_VIEW_WEIGHT;
  const { time_seconds, scroll_percent, photos_viewed, used_calculator, downloaded_pdf } = engagement;
  const stayed =
    time_seconds === undefined
      ? BARE_VIEW_WEIGHT / 2
      : 0.1 + (0.9 * Math.log2(1 + clamped(time_seconds, 300) / 15)) / Math.log2(21);
  return (
    stayed +
    (0.2 * clamped(scroll_percent, 100)) / 100 +
    (0.3 * clamped(photos_viewed, 15)) / 15 +
    (used_calculator === true ? 0.6 : 0) +
    (downloaded_pdf === true ? 0.6 : 0)
  );
}

function photoWeight(dwellMs: number, zoomed: boolean): number {
  return (0.1 * clamped(dwellMs, 10_000)) / 10_000 + (zoomed ? 0.1 : 0);
}

/** Clamps to 0…`most`; anything that is not a number is 0. */
function clamped(value: number | undefined, most: number): number {
  return typeof value === "number" && value > 0 ? Math.min(value, most) : 0;
}
