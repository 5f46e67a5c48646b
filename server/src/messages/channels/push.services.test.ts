import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LeadFixture } from "../../../test/harness/lead-fixture.ts";
import { openPush, type PushFixture, type Subscribed } from "../../../test/harness/push-fixture.ts";
import { type PushService, startPushService } from "../../../test/harness/push-service.ts";

const MINUTE_MS = 60_000;
const MANY = 60;

/** Many browsers of one push service, and one of another, whose pushes come last. */
describe("a push service that is down", () => {
  let fixture: PushFixture;
  let other: PushService;
  beforeAll(async () => {
    fixture = await openPush();
    other = await startPushService("other.test");
  });
  afterAll(async () => {
    await fixture.close();
    await other.close();
  });

  let brokerages: LeadFixture[];
  let browsers: Subscribed[];
  let last: Subscribed;
  beforeEach(async () => {
    brokerages = [];
    browsers = [];
    for (let each = 0; each < MANY; each++) {
      const brokerage = await fixture.openBrokerage();
      brokerages.push(brokerage);
      browsers.push(await fixture.subscribe(brokerage.ann.key));
      await fixture.remind(brokerage);
    }
    const brokerage = await fixture.openBrokerage();
    last = await fixture.subscribe(brokerage.ann.key, other);
    await fixture.remind(brokerage);
  });

  it("holds up no other one, and is left alone until it answers again", async () => {
    for (const { path } of browsers) fixture.service.answers.set(path, "silence");
    expect(await fixture.deliver()).toMatchObject({ sent: 1, later: MANY });
    expect(other.pushed.map(({ path }) => path)).toEqual([last.path]);
    // As many as are under way at once, and what has begun before the third of them has failed.
    const tried = fixture.service.pushed.length;
    expect(tried).toBeLessThanOrEqual(12);
    const failures = await Promise.all(browsers.map((browser) => fixture.failures(browser)));
    expect(failures.filter((count) => count === 1)).toHaveLength(tried);
    expect(failures.filter((count) => count === 0)).toHaveLength(MANY - tried);

    fixture.service.answers.clear();
    fixture.lintel.clock.advance(MINUTE_MS);
    expect(await fixture.deliver()).toMatchObject({ sent: MANY, later: 0 });
    expect(new Set(fixture.service.pushed.slice(tried).map(({ path }) => path)).size).toBe(MANY);
  });
});
