import { STATIC_TOKEN } from "../../../feed-server/src/access.ts";
import type { Behaviours } from "../../../feed-server/src/behaviours.ts";
import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { type FeedServer, serveFeed } from "../../../feed-server/src/serve-feed.ts";
import { type Feed, readFeed } from "../../src/feeds/index.ts";
import { mediaServerOf } from "../../src/feeds/photos/media-server.ts";
import { PhotoCopier } from "../../src/feeds/photos/photo-copier.ts";
import { whileHeld } from "../../src/leases/index.ts";
import type { RawRecord } from "../../src/listings/index.ts";
import { ownContext } from "../../src/services.ts";
import { type Market, openMarket } from "./market.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

/** A feed's server with some listings, a feed of it that copies photos, and a brokerage that shows its source. */
export type MediaFixture = {
  lintel: TestApp;
  server: FeedServer;
  market: Market;
  feed: Feed;
  keys: string[];
  /** Stores what the server offers now, as a refresh does. */
  refresh(): Promise<{ created: number; updated: number; unchanged: number }>;
  /** Copies what can be copied now. */
  copy(): Promise<void>;
  /** Paths of the photos that were requested since the last call, without their signatures; and the status of each. */
  requested(): { path: string; status: number }[];
  setFeed(fields: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
};

const SOURCE = "ims";

export async function openMedia(
  listings: number,
  behaviours: Partial<Behaviours> = {},
  fields: Record<string, unknown> = {},
): Promise<MediaFixture> {
  const server = await serveFeed({ behaviours });
  await loadKingCounty(server.market, listings);
  const lintel = await startTestApp({
    OUTBOUND_ALLOW: "127.0.0.1",
    PUBLIC_API_URL: "https://api.test",
    LOG_LEVEL: "silent",
  });
  const market = await openMarket(lintel, SOURCE, []);
  const admin = await lintel.createKey("admin");
  const created = await lintel.call("/api/admin/feeds", {
    method: "POST",
    key: admin,
    body: {
      source: SOURCE,
      base_url: server.baseUrl,
      auth: { type: "bearer", token: STATIC_TOKEN },
      budget: { per_second: null, per_hour: null, per_day: null, bytes_per_hour: null },
      ...fields,
    },
  });
  if (created.status !== 201) throw new Error(created.text);
  const ctx = ownContext(lintel.services, "test");
  const read = async () => (await readFeed(ctx, created.body.id)) as Feed;
  let seen = 0;
  return {
    lintel,
    server,
    market,
    feed: await read(),
    keys: server.market.keys("Property"),
    async refresh() {
      const reply = await fetch(`${server.baseUrl}/Property?$expand=Media&$top=1000`, {
        headers: { authorization: `Bearer ${STATIC_TOKEN}` },
      });
      const { value } = (await reply.json()) as { value: RawRecord[] };
      return lintel.importListings(SOURCE, value);
    },
    async copy() {
      await whileHeld(ctx, `photos of feed ${created.body.id}`, async (held, lease) => {
        const copier = new PhotoCopier(held, lease, mediaServerOf(held, await read()));
        while (await copier.runRound());
      });
    },
    requested() {
      const all = server.log.since(0).slice(seen);
      seen += all.length;
      return all
        .filter(({ path }) => path.startsWith("/media/"))
        .map(({ path, status }) => ({ path: path.replace(/\?.*/, ""), status }));
    },
    async setFeed(changed) {
      const reply = await lintel.call(`/api/admin/feeds/${created.body.id}`, {
        method: "PATCH",
        key: admin,
        body: changed,
      });
      if (reply.status !== 200) throw new Error(reply.text);
    },
    async close() {
      await lintel.close();
      await server.close();
    },
  };
}
