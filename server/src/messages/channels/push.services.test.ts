import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LeadFixture } from "../../../test/harness/lead-fixture.ts";
import { openPush, type PushFixture, type Subscribed } from "../../../test/harness/push-fixture.ts";
import { type PushService, startPushService } from "../../../test/harness/push-service.ts";

const MINUTE_MS = 60_000;
const MANY = 60;

/** Many browsers of one push service, and one of another, whose pushes come last. */
describe("a push service that is down", () => {
  let room: PushFixture;
  let other: PushService;
  beforeAll(async () => {
    room = await openPush();
    other = await startPushService("other.test");
  });
  afterAll(async () => {
    await room.close();
    await other.close();
  });

  let offices: LeadFixture[];
  let browsers: Subscribed[];
  let last: Subscribed;
  beforeEach(async () => {
    offices = [];
    browsers = [];
    for (let each = 0; each < MANY; each++) {
      const office = await room.openOffice();
      offices.push(office);
      browsers.push(await room.subscribe(office.ann.key));
      await room.remind(office);
    }
    const office = await room.openOffice();
    last = await room.subscribe(office.ann.key, other);
    await room.remind(office);
  });

  it("holds up no other one, and is left alone until it answers again", async () => {
    for (const { path } of browsers) room.service.answers.set(path, "silence");
    expect(await room.deliver()).toMatchObject({ sent: 1, later: MANY });
    expect(other.pushed.map(({ path }) => path)).toEqual([last.path]);
    // As many as are under way at once, and what has begun before the third of them has failed.
    const tried = room.service.pushed.length;
    expect(tried).toBeLessThanOrEqual(12);
    const failures = await Promise.all(browsers.map((browser) => room.failures(browser)));
    expect(failures.filter((count) => count === 1)).toHaveLength(tried);
    expect(failures.filter((count) => count === 0)).toHaveLength(MANY - tried);

    room.service.answers.clear();
    room.lintel.clock.advance(MINUTE_MS);
    expect(await room.deliver()).toMatchObject({ sent: MANY, later: 0 });
    expect(new Set(room.service.pushed.slice(tried).map(({ path }) => path)).size).toBe(MANY);
  });
});
