import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { STATIC_TOKEN } from "../../../../feed-server/src/access.ts";
import { type MediaFixture, openMedia } from "../../../test/harness/media-fixture.ts";
import { FeedError } from "../client/feed-error.ts";
import { ServerPause } from "./server-pause.ts";

/** More than are worked on at once. */
const LISTINGS = 9;
const PHOTOS = LISTINGS * 8;
const AT_ONCE = 6;

describe("copies of photos while the API of their feed refuses or fails", () => {
  let media: MediaFixture;
  beforeAll(async () => {
    media = await openMedia(LISTINGS, { signed_media: { seconds: -1, uses: 1 } });
  });
  afterAll(() => media.close());

  const refusals = () => media.server.log.since(0).filter(({ status }) => status === 401).length;

  it("photo copies ask an API that refuses a few times, and each listing's photos once; no photo waits for longer than the refusal", async () => {
    await media.refresh();
    await media.setFeed({ auth: { type: "bearer", token: "wrong" } });
    media.requested();
    await media.copy();
    const requested = media.requested();
    expect(requested).toHaveLength(LISTINGS);
    expect(new Set(requested.map(({ status }) => status))).toEqual(new Set([410]));
    expect(refusals()).toBeGreaterThan(0);
    expect(refusals()).toBeLessThanOrEqual(AT_ONCE);

    await media.setFeed({ auth: { type: "bearer", token: STATIC_TOKEN } });
    media.server.behaviours.signed_media = { seconds: 3600, uses: 1 };
    await media.copy();
    const copied = media.requested().filter(({ status }) => status === 200);
    expect(copied.length).toBe(PHOTOS);
    for (const { path } of requested) expect(copied.map((photo) => photo.path)).toContain(path);
  });

  it("photos are copied from addresses that work, also behind a listing whose Media cannot be read again", async () => {
    media.lintel.clock.advance(7_200_000);
    const files = (key: string) => media.server.market.mediaOf(key).map(({ file }) => String(file));
    for (const key of media.keys) {
      const [one, two] = files(key);
      media.server.changes.apply({ kind: "photo", key, order: 0, file: two as string }, Date.now());
      media.server.changes.apply({ kind: "photo", key, order: 1, file: one as string }, Date.now());
    }
    // The first one of the queue.
    const newest = { ListingContractDate: "2026-11-01" };
    const key = media.keys.at(-1) as string;
    media.server.changes.apply({ kind: "fields", key, fields: newest }, Date.now());
    media.server.changes.apply({ kind: "photo", key, order: 0, file: "missing.webp" }, Date.now());
    await media.refresh();
    await media.setFeed({ auth: { type: "bearer", token: "wrong" } });
    media.requested();
    await media.copy();
    const statuses = media.requested().map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength((LISTINGS - 1) * 2);
  });
});

describe("ServerPause", () => {
  let now = 0;
  let pauses: string[] = [];
  const pause = () =>
    new ServerPause({ clock: { now: () => new Date(now) }, onPause: ({ code }) => pauses.push(code) });
  const failing = (code: "timeout" | "not_found") => () => Promise.reject(new FeedError(code));
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      ({ code }: FeedError) => code,
    );
  beforeEach(() => {
    now = 1_000_000;
    pauses = [];
  });

  it("sends nothing while it lasts, and lasts twice as long when the next request fails too", async () => {
    const server = pause();
    expect(await codeOf(server.run(failing("timeout")))).toBe("timeout");
    expect([server.until, server.isOn, server.isProbing]).toEqual([now + 60_000, true, true]);
    let sent = 0;
    const succeeding = async () => ++sent;
    expect(await codeOf(server.run(succeeding))).toBe("timeout");
    now += 60_000;
    expect(await codeOf(server.run(failing("timeout")))).toBe("timeout");
    expect([server.until, sent, pauses]).toEqual([now + 120_000, 0, ["timeout", "timeout"]]);
    now += 120_000;
    expect(await server.run(succeeding)).toBe(1);
    expect([server.isOn, server.isProbing]).toEqual([false, false]);
  });

  it("sends one request at a time after it, until one succeeds", async () => {
    const server = pause();
    await codeOf(server.run(failing("timeout")));
    now += 60_000;
    let open = 0;
    let most = 0;
    const counted = (fails: boolean) => async () => {
      most = Math.max(most, ++open);
      await new Promise(setImmediate);
      open--;
      if (fails) throw new FeedError("timeout");
    };
    await Promise.all([1, 2, 3].map(() => codeOf(server.run(counted(true)))));
    expect([most, pauses.length]).toEqual([1, 2]);
    now += 120_000;
    await server.run(counted(false));
    await Promise.all([1, 2, 3].map(() => server.run(counted(false))));
    expect(most).toBe(3);
  });

  it("does not begin for a failure of one listing", async () => {
    const server = pause();
    expect(await codeOf(server.run(failing("not_found")))).toBe("not_found");
    expect([server.isOn, server.isProbing, pauses]).toEqual([false, false, []]);
  });
});
