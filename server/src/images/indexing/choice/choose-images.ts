import type { Context } from "../../../platform/context.ts";
import { type Candidate, candidates } from "./candidates.sql.ts";
import { imagesOfListings, type JobImage, type Wanted } from "./images-of-listings.ts";

/** About 25 photos each. */
const LISTINGS_A_PAGE = 500;

export type Choice = Wanted & {
  /** Ids of listings; null: all listings. */
  among: readonly number[] | null;
  /** The maximum number of listings. */
  limit: number;
};

/**
 * Chooses the photos for a job, listing by listing: first those never tried, then the least recently tried, so that
 * permanent failures do not block others. Reads the listings page by page, which lets other work run in between.
 */
export async function chooseImages({ db }: Context, choice: Choice): Promise<JobImage[]> {
  let best: Candidate[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await candidates(db, choice, { after, among: choice.among, limit: LISTINGS_A_PAGE });
    best = [...best, ...page.found].sort(leastRecentFirst).slice(0, choice.limit);
    after = page.last;
    // Never tried comes first: no later page can have better candidates.
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
