import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type MediaFixture, openMedia } from "../../../test/harness/media-fixture.ts";
import { startWebServer, type WebServer } from "../../../test/harness/web-server.ts";
import type { RawRecord } from "../../listings/index.ts";
import { photosPending } from "./copy-queue.ts";

let media: MediaFixture;
let redirecting: WebServer;
let target: string;
beforeAll(async () => {
  media = await openMedia(1);
  const key = media.keys[0] as string;
  const [photo] = media.server.market.mediaOf(key);
  target = `${media.server.origin}/media/${encodeURIComponent(String(photo?.MediaKey))}/${photo?.file}`;
  // `/2` redirects to `/1`, that one to `/0`, and that one to the photo.
  redirecting = await startWebServer((request, response) => {
    const left = Number(request.url?.slice(1));
    response.writeHead(302, { location: left === 0 ? target : `/${left - 1}` }).end("Moved");
  });
});
beforeEach(() => {
  redirecting.requests.length = 0;
  media.requested();
});
afterAll(async () => {
  await redirecting.close();
  await media.close();
});

const counted = async () =>
  (await media.lintel.database.db.selectFrom("feed_spending").select("requests").execute()).reduce(
    (sum, { requests }) => sum + requests,
    0,
  );
const copyFrom = async (path: string) => {
  const record = media.server.market.get("Property", media.keys[0] as string) as RawRecord;
  const photo = { MediaKey: `redirected ${path}`, MediaURL: redirecting.url + path };
  await media.lintel.importListings("ims", [
    { ...record, Media: [{ ...photo, Order: 0, ModificationTimestamp: "2026-01-01T00:00:00Z" }] },
  ]);
  await media.copy();
};

it("each redirect of a photo that is followed is a request of the budget", async () => {
  await copyFrom("/2");
  expect(redirecting.requests).toEqual(["/2", "/1", "/0"]);
  expect(media.requested()).toEqual([{ path: new URL(target).pathname, status: 200 }]);
  expect(await counted()).toBe(4);
  expect(await photosPending(media.lintel.database.db, [media.feed.source.id])).toEqual(new Map());
});

it("a photo with more than three redirects is left alone for a day", async () => {
  const before = await counted();
  await copyFrom("/9");
  expect(redirecting.requests).toEqual(["/9", "/8", "/7", "/6"]);
  expect((await counted()) - before).toBe(4);
  const settled = await media.lintel.database.db
    .selectFrom("photo_requests")
    .select("outcome")
    .where("media_key", "=", "redirected /9")
    .execute();
  expect(settled).toEqual([{ outcome: "unusable" }]);
});
