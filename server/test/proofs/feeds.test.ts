import { expect, inject, it } from "vitest";
import { proveFeeds } from "./feeds.ts";

// It starts servers several times, which takes twice as long on the embedded database: on PostgreSQL only.
const template = inject("template");

it.skipIf(!("url" in template))(
  "a feed equals its server after changes, an empty answer and a kill -9, and asks for no photo twice (npm run prove feeds: 21,436 listings, 200 kills)",
  async () => {
    // The kill comes during the first load.
    const size = { kills: 1, listings: 60, days: 2, rounds: 1, changesARound: 80, processes: 1 };
    const serverUrl = "url" in template ? template.url : "";
    const prove = (only: "entity_event" | "timestamp", photos: number) =>
      proveFeeds({ ...size, photos, incidents: ["empty answer"] }, { only: [only], seed: 1, serverUrl });
    for (const report of await Promise.all([prove("entity_event", 2), prove("timestamp", 1)]))
      expect(report).toMatch(
        /The store equals the server\. 0 lost, 0 lingering, .* 0 removals while held\.$/,
      );
  },
  300_000,
);
