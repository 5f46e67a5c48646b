import { expect, inject, it } from "vitest";
import { proveIndexing, proveStop } from "./kill-during-indexing.ts";

it("an indexing job goes on where a server that was killed has left it (npm run prove indexing: 10 kills)", async () => {
  const template = inject("template");
  const serverUrl = "url" in template ? template.url : "";
  expect(await proveIndexing(1, { listings: 3, serverUrl })).toMatch(
    /^60 images in one job .*, 1 kill -9: completed, 0 lost, 0 read again that were stored/,
  );
}, 600_000);

// The embedded database takes twice as long for its two starts, and runs the same code: on PostgreSQL only.
it.skipIf(!("url" in inject("template")))(
  "an indexing job that waits for slow photos when its server is asked to stop goes on after that, and none has failed",
  async () => {
    const template = inject("template");
    expect(await proveStop("url" in template ? template.url : undefined)).toMatch(
      /completed by the next process$/,
    );
  },
  600_000,
);
