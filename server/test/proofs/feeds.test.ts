import { expect, inject, it } from "vitest";
import { proveFeeds } from "./feeds.ts";

// It starts servers several times, which takes twice as long on the embedded database: on PostgreSQL only.
const template = inject("template");

it.skipIf(!("url" in template))(
  "a feed equals its server after changes, an empty answer, an outage and kill -9, and asks for no photo twice (npm run prove feeds: 21,436 listings, 200 kills)",
  async () => {
    const size = { kills: 2, listings: 120, photos: 2, days: 14, rounds: 4, processes: 1 };
    const serverUrl = "url" in template ? template.url : "";
    for (const strategy of ["entity_event", "timestamp"] as const) {
      expect(await proveFeeds(size, { only: [strategy], serverUrl })).toMatch(
        /The store equals the server\. 0 lost, 0 lingering, .* 0 removals while held\.$/,
      );
    }
  },
  300_000,
);
