import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MediaFixture, openMedia } from "../../../test/harness/media-fixture.ts";

const LISTINGS = 5;

describe("copies of photos while their server asks for a pause", () => {
  let media: MediaFixture;
  beforeAll(async () => {
    // The turns of the photos that are wanted at once are apart, so that the first reply comes before the other turns.
    const budget = { per_second: 4, per_hour: null, per_day: null, bytes_per_hour: null };
    media = await openMedia(LISTINGS, { signed_media: { seconds: 3600, uses: 1 } }, { budget });
  });
  afterAll(() => media.close());

  it("go on for all listings when it ends, also for those whose photos waited for their turn", async () => {
    await media.refresh();
    media.requested();
    media.server.behaviours.requests_per_second = 0;
    media.server.behaviours.retry_after = { seconds: 2 };
    await media.copy();
    const limited = media.requested().map(({ status }) => status);
    expect(limited.length).toBeLessThan(LISTINGS);
    expect(new Set(limited)).toEqual(new Set([429]));
    media.server.behaviours.requests_per_second = null;
    media.lintel.clock.advance(3000);
    await media.copy();
    expect(media.requested().map(({ status }) => status)).toEqual(Array(LISTINGS * 8).fill(200));
  });
});
