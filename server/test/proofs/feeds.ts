import { type Strategy, strategies } from "./feeds/feed-of-strategy.ts";
import { type Extent, incidents, proveStrategy } from "./feeds/fortnight.ts";

/** All of King County. */
const LISTINGS = 21_436;
/** One listing in so many comes later, as a new one. */
const NEW_ONES = 50;
const MIN_ROUNDS = 12;
/** About so many pages of a load, and so many kills a round. */
const PAGES = 20;
const KILLS_A_ROUND = 2;
const usual = { listings: LISTINGS, photos: 8, days: 14, processes: 2, incidents };
const CHANGES_A_ROUND = { least: 12, share: 0.003 };

/** How large a run is; what is left out is as of the whole proof. */
export type Size = Pick<Extent, "kills" | "listings" | "photos" | "days" | "processes" | "incidents"> & {
  rounds?: number;
  changesARound?: number;
};

/**
 * For each strategy, a feed of King County is kept in step with a RESO server through a simulated fortnight of changes, failures and
 * `kills` kill -9: at the end the store equals the server, and what the contract forbids has not happened.
 *
 * @param serverUrl PostgreSQL; null for the embedded database.
 */
export async function proveFeeds(
  size: Partial<Size> & Pick<Size, "kills">,
  {
    only = strategies,
    seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6)),
    serverUrl = process.env.DATABASE_URL || null,
    progress,
  }: {
    only?: readonly Strategy[];
    seed?: number;
    serverUrl?: string | null;
    progress?: (line: string) => void;
  } = {},
): Promise<string> {
  const extent = extentOf({ ...usual, ...size });
  const reports: string[] = [];
  for (const strategy of only) {
    const report = await proveStrategy(strategy, {
      ...extent,
      ...{ seed, serverUrl },
      ...(progress && { progress }),
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : error;
      throw new Error(`${strategy}, SEED=${seed}: ${reason}`, { cause: error });
    });
    progress?.(report);
    reports.push(report);
  }
  return reports.join("\n");
}

/** `npm run prove feeds -- KILLS`, with LISTINGS, PHOTOS, DAYS, STRATEGY and SEED in the environment. */
export function proveRequestedFeeds(kills: number): Promise<string> {
  const { LISTINGS: listings, PHOTOS: photos, DAYS: days, STRATEGY: strategy } = process.env;
  const size = {
    kills,
    ...(listings && { listings: Number(listings) }),
    ...(photos && { photos: Number(photos) }),
    ...(days && { days: Number(days) }),
  };
  const startedAt = performance.now();
  return proveFeeds(size, {
    ...(strategy && { only: [strategy as Strategy] }),
    progress: (line) => console.error(`${Math.round((performance.now() - startedAt) / 1000)} s  ${line}`),
  });
}

function extentOf({ listings, kills, rounds, changesARound, ...size }: Size): Omit<Extent, "seed"> {
  const unused = Math.ceil(listings / NEW_ONES);
  return {
    ...size,
    kills,
    listings: listings - unused,
    unused,
    pageSize: Math.max(20, Math.ceil(listings / PAGES)),
    rounds: rounds ?? Math.max(MIN_ROUNDS, Math.ceil(kills / KILLS_A_ROUND)),
    changesARound:
      changesARound ?? Math.max(CHANGES_A_ROUND.least, Math.round(listings * CHANGES_A_ROUND.share)),
  };
}
