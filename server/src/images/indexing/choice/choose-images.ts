import type { Context } from "../../../platform/context.ts";
import { type Candidate, candidates } from "./candidates.sql.ts";
import { imagesOfListings, type JobImage, type Wanted } from "./images-of-listings.ts";

/** Of some 25 photos each. */
const LISTINGS_A_PAGE = 500;

export type Choice = Wanted & {
  /** Rows of listings; null: of all of them. */
  among: readonly number[] | null;
  /** Listings, at most. */
  limit: number;
};

/**
 * The photos that a job is to read, listing by listing: those first that nobody has tried to read yet, then the least
 * recently tried ones, so that what fails again and again keeps nobody waiting. It goes through the listings page by page, so that
 * others have their turn.
 */
export async function chooseImages({ db }: Context, choice: Choice): Promise<JobImage[]> {
  let best: Candidate[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await candidates(db, choice, { after, among: choice.among, limit: LISTINGS_A_PAGE });
    best = [...best, ...page.found].sort(leastRecentFirst).slice(0, choice.limit);
    after = page.last;
    // Nothing is less recent than never.
    if (best.length === choice.limit && best.every(({ tried_at }) => tried_at === null)) break;
  }
  return imagesOfListings(
    db,
    best.map(({ listing_id }) => listing_id),
    choice,
  );
}

function leastRecentFirst(one: Candidate, other: Candidate): number {
  return (
    (one.tried_at?.getTime() ?? 0) - (other.tried_at?.getTime() ?? 0) || one.listing_id - other.listing_id
  );
}
