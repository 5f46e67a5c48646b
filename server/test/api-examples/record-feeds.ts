import { STATIC_TOKEN } from "../../../feed-server/src/access.ts";
import { loadKingCounty } from "../../../feed-server/src/king-county.ts";
import { serveFeed } from "../../../feed-server/src/serve-feed.ts";
import type { TestApp } from "../harness/test-app.ts";
import type { Send } from "./recorder.ts";

const as = "admin" as const;

/** A feed, with what its runs leave. */
export async function recordFeeds(send: Send, { database: { db }, clock }: TestApp): Promise<void> {
  const { id: feed_id } = await send("createFeed", {
    as,
    body: {
      source: "example-mls",
      base_url: "https://mls.example.com/reso/odata",
      auth: {
        type: "client_credentials",
        token_url: "https://mls.example.com/oauth/token",
        client_id: "teton-homes",
        client_secret: "the client's secret",
      },
      filter: "StateOrProvince eq 'ID'",
    },
  });
  const path = { feed_id };
  const started_at = clock.now();
  const counts = { requests: 108, bytes: 91_250_113, read: 21_436, created: 21_433, rejected: 3 };
  await db
    .insertInto("feed_runs")
    .values({ feed_id, kind: "initial", state: "succeeded", started_at, finished_at: started_at, ...counts })
    .execute();
  await db
    .insertInto("feed_rejects")
    .values({
      ...{
        feed_id,
        resource: "Property",
        key: "EX-7",
        at: started_at,
        reasons: ["ListPrice is not a number"],
      },
      record: JSON.stringify({ ListingKey: "EX-7", ListPrice: "on request" }),
    })
    .execute();
  await send("runFeed", { as, path, body: { kind: "reconcile" } });
  await send("listFeeds", { as, query: { page_size: 2 } });
  await send("getFeed", { as, path });
  await send("updateFeed", { as, path, body: { refresh_minutes: 15, budget: { per_second: 4 } } });
  await send("listFeedRuns", { as, path, query: { page_size: 2 } });
  await send("listFeedRejects", { as, path });
  await send("deleteFeed", { as, path, query: { listings: "keep" } });
  await recordTrials(send);
}

/** Against the server of `npm run example:feed`. */
async function recordTrials(send: Send): Promise<void> {
  const server = await serveFeed({ port: 8090 });
  await loadKingCounty(server.market, 2000);
  const body = {
    source: "example-feed",
    base_url: server.baseUrl,
    auth: { type: "bearer", token: STATIC_TOKEN },
  };
  await send("testFeed", { as, body });
  const { id: feed_id } = await send("createFeed", { as, body });
  await send("testStoredFeed", { as, path: { feed_id } });
  await server.close();
}
