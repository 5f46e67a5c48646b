import { sql } from "kysely";
import { expect } from "vitest";
import { STATIC_TOKEN } from "../../../feed-server/src/access.ts";
import { type Behaviours, defaultBehaviours } from "../../../feed-server/src/behaviours.ts";
import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { serveFeed } from "../../../feed-server/src/serve-feed.ts";
import { FeedKeeper } from "../../src/feeds/index.ts";
import { findOrCreateSource } from "../../src/listings/index.ts";
import { seal } from "../../src/platform/crypto/seal.ts";
import type { Json } from "../../src/platform/database/types.generated.ts";
import { ownContext, type Services } from "../../src/services.ts";
import { startTestApp } from "./test-app.ts";
import { testSecrets } from "./test-secrets.ts";

type FeedValues = {
  strategy?: string;
  media?: string;
  filter?: string | null;
  page_size?: number | null;
  resources?: string[];
  overlap_minutes?: number;
  removal_guard_percent?: number;
  per_second?: number | null;
  enabled?: boolean;
};

export type RunRow = Awaited<ReturnType<FeedFixture["runRow"]>>;
export type FeedFixture = Awaited<ReturnType<typeof openFeedFixture>>;

/** A feed server with listings, and the product beside it, which keeps feeds of it in step. */
export async function openFeedFixture({ listings = 40, behaviours = {} as Partial<Behaviours> } = {}) {
  const server = await serveFeed({ behaviours });
  await loadKingCounty(server.market, listings);
  const lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "error" });
  const { db } = lintel.database;
  const stops: (() => Promise<void>)[] = [];

  /** Keeps feeds in a process of its own until the returned function is called, as if that one died. */
  const keep = (
    services: Services = lintel.services,
    { threads = false, ...options }: ConstructorParameters<typeof FeedKeeper>[0] = {},
  ) => {
    const stop = new AbortController();
    const keeper = new FeedKeeper({ threads, ...options });
    services.feeds.keeper = keeper;
    keeper.start(ownContext(services, "test of feeds", stop.signal));
    const end = async () => {
      stop.abort(new Error("the process ends"));
      await keeper.stopped();
    };
    stops.push(end);
    return end;
  };

  const setClock = () => lintel.clock.set(new Date().toISOString());

  const addFeed = async (source: string, { enabled = true, ...values }: FeedValues = {}) => {
    const { id: source_id } = await findOrCreateSource(db, source);
    const { id } = await db
      .insertInto("feeds")
      .values({
        source_id,
        base_url: server.baseUrl,
        auth_type: "bearer",
        sealed_secret: await seal(testSecrets.encryptionKey, STATIC_TOKEN),
        resources: ["Property", "Media", "Member", "Office", "OpenHouse"],
        enabled,
        ...values,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, source, sourceId: source_id };
  };

  const request = async (feedId: number, kind: string, { confirms = false } = {}) => {
    setClock();
    const { id } = await db
      .insertInto("feed_runs")
      .values({ feed_id: feedId, kind, started_at: lintel.clock.now(), confirms_removals: confirms })
      .returning("id")
      .executeTakeFirstOrThrow();
    lintel.services.feeds.keeper.wake();
    return id;
  };
  /** The schedule has a run of the feed due now. */
  const makeDue = async (feedId: number, values: object = {}) => {
    setClock();
    await db
      .updateTable("feeds")
      .set({ next_run_at: lintel.clock.now(), ...values })
      .where("id", "=", feedId)
      .execute();
    lintel.services.feeds.keeper.wake();
  };
  const runRow = (id: number) =>
    db.selectFrom("feed_runs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const ended = async (id: number) => {
    await expect
      .poll(async () => (await runRow(id)).state, { timeout: 120_000, interval: 30 })
      .not.toBe("running");
    return runRow(id);
  };

  const storedListings = async (sourceId: number) => {
    const rows = await db
      .selectFrom("listings")
      .select(["listing_key", "list_price", "status", "as_of", "id"])
      .where("source_id", "=", sourceId)
      .where("status", "!=", "Delete")
      .orderBy("listing_key")
      .execute();
    const photos = await db
      .selectFrom("listing_photos")
      .select(["listing_id", "media_key", "url"])
      .where("listing_id", "in", rows.length === 0 ? [0] : rows.map(({ id }) => id))
      .orderBy("position")
      .execute();
    return rows.map(({ id, as_of, ...row }) => ({
      ...row,
      at: as_of === null ? null : new Date(as_of).getTime(),
      photos: photos
        .filter(({ listing_id }) => listing_id === id)
        .map(({ media_key, url }) => `${media_key} ${url.split("?")[0]}`),
    }));
  };
  const offeredListings = () =>
    server.market
      .keys("Property")
      .map((key) => server.market.get("Property", key) as Record<string, unknown>)
      .filter(({ MlgCanView }) => MlgCanView !== false)
      .map((record) => ({
        listing_key: String(record.ListingKey),
        list_price: record.ListPrice,
        status: record.StandardStatus,
        at: Date.parse(String(record.ModificationTimestamp)),
        photos: server.market
          .mediaOf(String(record.ListingKey))
          .map(
            ({ MediaKey, file }) =>
              `${MediaKey} ${server.origin}/media/${encodeURIComponent(String(MediaKey))}/${file}`,
          ),
      }))
      .sort((a, b) => (a.listing_key < b.listing_key ? -1 : 1));

  return {
    /** The server has these listings again, without what tests have changed. */
    async reset(behaviours: Partial<Behaviours> = {}) {
      Object.assign(server.behaviours, structuredClone(defaultBehaviours), behaviours);
      for (const key of server.market.keys("Property")) server.market.remove("Property", key);
      await loadKingCounty(server.market, listings);
      await db.deleteFrom("sources").execute();
    },
    server,
    lintel,
    db,
    keep,
    addFeed,
    request,
    makeDue,
    runRow,
    ended,
    /** Requests a run, and waits for its end. */
    run: async (
      feedId: number,
      kind: string,
      options?: { confirms?: boolean },
    ): Promise<Awaited<ReturnType<typeof runRow>>> => ended(await request(feedId, kind, options)),
    feedRow: (id: number) =>
      db.selectFrom("feeds").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    /** The feed has read all events there are. */
    async forgetEvents(feedId: number) {
      const sequence = String(Math.max(...server.market.keys("EntityEvent").map(Number)));
      const cursor = sql<Json>`cursors || ${JSON.stringify({ events: { sequence } })}::text::jsonb`;
      await db.updateTable("feeds").set({ cursors: cursor }).where("id", "=", feedId).execute();
    },
    /** Runs a statement that tests alone have, such as one that adds a constraint. */
    statement: (text: string) => sql.raw(text).execute(db),
    storedListings,
    offeredListings,
    /** The stored listings of a source are those that the server offers, photo by photo. */
    expectSame: async (sourceId: number) => expect(await storedListings(sourceId)).toEqual(offeredListings()),
    async close() {
      for (const stop of stops) await stop();
      await lintel.close();
      await server.close();
    },
  };
}
