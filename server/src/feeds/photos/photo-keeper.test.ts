import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type MediaFixture, openMedia } from "../../../test/harness/media-fixture.ts";
import { ownContext } from "../../services.ts";
import { photosPending } from "./copy-queue.ts";
import { PhotoKeeper } from "./photo-keeper.ts";

const WITHIN = { timeout: 30_000 };

describe("PhotoKeeper", () => {
  let media: MediaFixture;
  let stop: AbortController;
  let keepers: PhotoKeeper[];
  beforeEach(async () => {
    media = await openMedia(2);
    stop = new AbortController();
    keepers = [new PhotoKeeper(), new PhotoKeeper()];
    for (const keeper of keepers) keeper.start(ownContext(media.lintel.services, "test", stop.signal));
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(keepers.map((keeper) => keeper.stopped()));
    await media.close();
  });

  const requested: string[] = [];
  const requests = () => {
    requested.push(...media.requested().map(({ path }) => path));
    return requested.length;
  };
  const pending = async () => {
    const { id } = media.feed.source;
    return (await photosPending(media.lintel.database.db, [id])).get(id);
  };

  /** Processes that copy photos. */
  const holders = async () =>
    (await media.lintel.database.db.selectFrom("leases").select("name").execute()).filter(({ name }) =>
      name.startsWith("photos of feed"),
    ).length;

  it("copies photos as soon as their listings are stored, once over all processes, while the feed is enabled and the disk has space", async () => {
    const { disk } = media.lintel.services;
    const full = vi.spyOn(disk, "isExhausted").mockResolvedValue(true);
    // For the test's own writes.
    const space = vi.spyOn(disk, "requireSpace").mockResolvedValue();
    await media.refresh();
    full.mockClear();
    await expect.poll(() => full.mock.calls.length, WITHIN).toBeGreaterThan(1);
    expect(requests()).toBe(0);
    full.mockRestore();
    space.mockRestore();
    await expect.poll(requests, WITHIN).toBe(16);
    await expect.poll(pending, WITHIN).toBeUndefined();
    await media.setFeed({ enabled: false });
    media.server.changes.apply(
      { kind: "photo", key: media.keys[0] as string, order: 1, file: "none.webp" },
      Date.now(),
    );
    await media.refresh();
    await expect.poll(holders, WITHIN).toBe(0);
    expect(requests()).toBe(16);
    await media.setFeed({ enabled: true });
    // The first request, and one at the address that was read after it, when that is another one.
    await expect.poll(requests, WITHIN).toBe(17);
    expect(new Set(requested).size).toBe(17);
    expect(await pending()).toBe(1);
  });
});
