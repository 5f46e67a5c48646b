import { afterAll, beforeAll, expect, it } from "vitest";
import { type LifecycleFixture, openLifecycle } from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

let lintel: TestApp;
let brokerage: LifecycleFixture;
beforeAll(async () => {
  lintel = await startTestApp();
  brokerage = await openLifecycle(lintel, "ticking");
  // A clock that goes on between any two looks at it, as real ones do.
  const read = lintel.clock.now.bind(lintel.clock);
  lintel.clock.now = () => {
    lintel.clock.advance(3);
    return read();
  };
});
afterAll(() => lintel.close());

it("nothing that is told when it happens looks backdated, however long the telling takes", async () => {
  const lead = await brokerage.createLead();
  await brokerage.report(lead, { event_type: "contact_attempted", channel: "call" });
  await brokerage.report(lead, { event_type: "timeout_no_response" });
  await brokerage.report(lead, { event_type: "lead_re_engaged" });
  const { events } = await brokerage.report(lead, { event_type: "motivation_confirmed" });
  expect(events.length).toBeGreaterThanOrEqual(5);
  expect(events.filter((each: { actor_entered_at: unknown }) => each.actor_entered_at !== null)).toEqual([]);
});
