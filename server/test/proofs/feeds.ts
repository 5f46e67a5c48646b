import { type Strategy, strategies } from "./feeds/feed-of-strategy.ts";
import { proveStrategy } from "./feeds/fortnight.ts";

/** A short run, which is also a test, has this many kills at most. */
const SHORT = 10;

/**
 * For each strategy, a feed of King County is kept in step with a RESO server through a simulated fortnight of changes, failures and
 * `count` kill -9: at the end the store equals the server, and what the contract forbids has not happened.
 *
 * @param photos whether they are copied and compared.
 */
export async function proveFeeds(
  count: number,
  {
    serverUrl = process.env.DATABASE_URL || null,
    photos = true,
  }: { serverUrl?: string | null; photos?: boolean } = {},
): Promise<string> {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
  const only = process.env.STRATEGY as Strategy | undefined;
  const extent =
    count <= SHORT
      ? { listings: 60, unused: 12, pageSize: 20, rounds: 8, changesARound: 12 }
      : { listings: 21_000, unused: 436, pageSize: 1000, rounds: Math.max(40, count), changesARound: 60 };
  const prove = (strategy: Strategy) =>
    proveStrategy(strategy, { ...extent, kills: count, seed, serverUrl, photos }).catch((error: unknown) => {
      throw new Error(`${strategy}, SEED=${seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    });
  const chosen = only ? [only] : strategies;
  // Short runs wait for most of their time.
  if (count <= SHORT) {
    const ended = await Promise.allSettled(chosen.map(prove));
    for (const each of ended) if (each.status === "rejected") throw each.reason;
    return ended.map((each) => (each.status === "fulfilled" ? each.value : "")).join("\n");
  }
  const reports: string[] = [];
  for (const strategy of chosen) reports.push(await prove(strategy));
  return reports.join("\n");
}
