import { afterAll, beforeAll, expect, it } from "vitest";
import { STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
import { type MediaFixture, openMedia } from "../../../test/harness/media-fixture.ts";

/** More than are worked on at once. */
const LISTINGS = 9;
const AT_ONCE = 6;

let media: MediaFixture;
beforeAll(async () => {
  media = await openMedia(LISTINGS, { signed_media: { seconds: -1, uses: 1 } });
});
afterAll(() => media.close());

const refusals = () => media.server.log.since(0).filter(({ status }) => status === 401).length;

it("a refused token pauses the copies of the feed, and no photo waits for longer than the refusal", async () => {
  await media.refresh();
  await media.setFeed({ auth: { type: "bearer", token: "wrong" } });
  media.requested();
  await media.copy();
  const requested = media.requested();
  expect(requested.length).toBeGreaterThan(0);
  expect(requested.length).toBeLessThanOrEqual(AT_ONCE);
  expect(new Set(requested.map(({ status }) => status))).toEqual(new Set([410]));
  expect(refusals()).toBe(requested.length);

  await media.setFeed({ auth: { type: "bearer", token: STATIC_TOKEN } });
  media.server.behaviours.signed_media = { seconds: 3600, uses: 1 };
  await media.copy();
  const copied = media.requested().filter(({ status }) => status === 200);
  expect(copied.length).toBe(LISTINGS * 8);
  for (const { path } of requested) expect(copied.map((photo) => photo.path)).toContain(path);
});
