import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

const FEEDS = "/api/admin/feeds";

/** Allowed, and closed: each attempt ends at once. */
export const CLOSED = "http://127.0.0.1:65535/odata";
const auth = { type: "bearer", token: "token" };

/** A path of a fresh feed. */
const ofFeed = (rest: string, body?: (world: World) => object): Row => ({
  request: async (world) => ({ path: `${FEEDS}/${await world.makeFeed()}${rest}`, body: body?.(world) }),
});

export const feedRows: Record<string, Row> = {
  createFeed: {
    request: (world) => ({
      path: FEEDS,
      body: { source: world.name(), base_url: "https://93.184.216.34/odata", auth },
    }),
  },
  testFeed: {
    request: (world) => ({
      path: `${FEEDS}/test`,
      body: { source: world.name(), base_url: CLOSED, auth },
    }),
    changesNothing: true,
  },
  testStoredFeed: { ...ofFeed("/test"), changesNothing: true },
  listFeeds: { request: () => ({ path: FEEDS }) },
  getFeed: ofFeed(""),
  updateFeed: ofFeed("", () => ({ refresh_minutes: 7 })),
  deleteFeed: ofFeed(""),
  runFeed: ofFeed("/run", () => ({ kind: "reconcile" })),
  listFeedRuns: ofFeed("/runs"),
  listFeedRejects: ofFeed("/rejects"),
};
