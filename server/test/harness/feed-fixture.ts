import type { Insertable } from "kysely";
import type { FeedRuns, Feeds } from "../../src/platform/database/types.generated.ts";
import { outboundKnowing } from "./outbound-knowing.ts";
import { type Reply, startTestApp, type TestApp } from "./test-app.ts";

export const FEEDS = "/api/admin/feeds";
/** A public address, so that no name needs to be looked up. */
export const BASE_URL = "https://93.184.216.34/reso/odata";
export const TOKEN = "secret-token-of-the-mls";

/** An app with an admin key, and nothing that runs feeds. */
export type FeedFixture = {
  lintel: TestApp;
  admin: string;
  /** What a feed of a new source is created with. */
  body(fields?: object): { source: string };
  /** Creates a feed: the reply's body. */
  create(fields?: object): Promise<Reply["body"]>;
  set(id: number, fields: Partial<Insertable<Feeds>>): Promise<void>;
  /** A row of the feed's runs: its id. */
  addRun(id: number, fields?: Partial<Insertable<FeedRuns>>): Promise<number>;
  close(): Promise<void>;
};

/** Names are looked up here: those that are not given have no address. */
export async function openFeeds(names: Record<string, string[]> = {}): Promise<FeedFixture> {
  const lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.1" });
  const defaultOutbound = lintel.services.outbound;
  lintel.services.outbound = outboundKnowing(names, "127.0.0.1");
  const admin = await lintel.createKey("admin");
  const { db } = lintel.database;
  let made = 0;
  const body = (fields: object = {}) => ({
    source: `mls-${++made}`,
    base_url: BASE_URL,
    auth: { type: "bearer", token: TOKEN },
    ...fields,
  });
  return {
    lintel,
    admin,
    body,
    async create(fields = {}) {
      const reply = await lintel.call(FEEDS, { method: "POST", key: admin, body: body(fields) });
      if (reply.status !== 201) throw new Error(`creating a feed answered ${reply.status}: ${reply.text}`);
      return reply.body;
    },
    async set(id, fields) {
      await db.updateTable("feeds").set(fields).where("id", "=", id).execute();
    },
    async addRun(feed_id, fields = {}) {
      const { id } = await db
        .insertInto("feed_runs")
        .values({ feed_id, kind: "refresh", started_at: lintel.clock.now(), ...fields })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    async close() {
      await defaultOutbound.close();
      await lintel.close();
    },
  };
}
