import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Lease } from "../../leases/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { FeedClient } from "../client/feed-client.ts";
import { type Metadata, readMetadata } from "../client/metadata.ts";
import type { Feed, Strategy } from "../feed-row.ts";
import { ByKey } from "./by-key.ts";
import { chooseStrategy } from "./choose-strategy.ts";
import type { Cursors, Paging } from "./cursors.ts";
import { mediaWay } from "./media-of.ts";
import { whileOwned } from "./own-feed.ts";
import { PropertyWriter } from "./property-writer.ts";
import { Rejects } from "./rejects.ts";
import type { Run, SyncContext } from "./run.ts";
import { Deferred } from "./run-counts.ts";
import type { Sync } from "./sync.ts";

type Parts = {
  ctx: SyncContext;
  feed: Feed;
  run: Run;
  lease: Pick<Lease, "name" | "holder">;
  client: FeedClient;
  deferred?: Deferred;
};

/** The state of a feed that its runs go on from. */
type State = { cursors: Cursors; metadata: Metadata | null; chosen: Strategy | null; isLoaded: boolean };

/**
 * Prepares a run: reads what `$metadata` says, unless it is known and the run is a refresh, chooses the strategy, and notes the
 * start of a load. A requested `initial` of a loaded feed forgets its cursors here, once.
 *
 * @throws FeedError
 */
export async function openSync(parts: Parts): Promise<Sync> {
  const { ctx, feed, run, client, deferred = new Deferred() } = parts;
  const state = await readState(ctx.db, feed.id);
  const metadata =
    state.metadata !== null && run.kind === "refresh"
      ? state.metadata
      : readMetadata(await client.metadata());
  const { strategy, paging } = await chosen(feed, state, { client, metadata });
  const isFirst = state.cursors.load === undefined;
  const isLoad = run.kind === "initial" || !state.isLoaded;
  const startsAgain = isLoad && (isFirst || state.isLoaded);
  const kept = startsAgain ? { load: { startedAt: run.startedAt.toISOString() } } : state.cursors;
  const cursors: Cursors = { ...kept, paging };
  const isSame =
    !startsAgain &&
    strategy === state.chosen &&
    isDeepStrictEqual([metadata, cursors], [state.metadata, state.cursors]);
  if (!isSame)
    await whileOwned(parts, async (db) => {
      await db
        .updateTable("feeds")
        .set({
          metadata: toJsonb(metadata),
          chosen_strategy: strategy,
          cursors: toJsonb(cursors),
          ...(startsAgain && { loaded_at: null }),
        })
        .where("id", "=", feed.id)
        .execute();
    });
  const byKey = new ByKey(client, { feed, metadata });
  const rejects = await Rejects.load(ctx.db, feed.id);
  const writer = new PropertyWriter({ ...parts, byKey, rejects, deferred, media: mediaWay(feed, metadata) });
  return { ...parts, deferred, metadata, strategy, cursors, isLoad, byKey, writer };
}

async function chosen(
  feed: Feed,
  { chosen, cursors }: State,
  server: { client: FeedClient; metadata: Metadata },
): Promise<{ strategy: Strategy; paging: Paging }> {
  const isCurrent = feed.strategy === "auto" || feed.strategy === chosen;
  if (chosen !== null && isCurrent && cursors.paging) return { strategy: chosen, paging: cursors.paging };
  return chooseStrategy(feed, server);
}

async function readState(db: Db, feedId: number): Promise<State> {
  const row = await db
    .selectFrom("feeds")
    .select(["cursors", "metadata", "chosen_strategy", "loaded_at"])
    .where("id", "=", feedId)
    .executeTakeFirstOrThrow();
  return {
    cursors: row.cursors as Cursors,
    metadata: row.metadata as Metadata | null,
    chosen: row.chosen_strategy as Strategy | null,
    isLoaded: row.loaded_at !== null,
  };
}

/** The strategy is chosen anew by the next run, where it is `auto`. */
export async function forgetStrategy(db: Db, feedId: number): Promise<void> {
  await db
    .updateTable("feeds")
    .set({
      chosen_strategy: sql`case when strategy = 'auto' then null else chosen_strategy end`,
      metadata: null,
    })
    .where("id", "=", feedId)
    .execute();
}
