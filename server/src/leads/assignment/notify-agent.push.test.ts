import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LeadFixture } from "../../../test/harness/lead-fixture.ts";
import { openPush, type PushFixture, type Subscribed } from "../../../test/harness/push-fixture.ts";
import { watchStatements } from "../../../test/harness/statements.ts";

describe("a new lead", () => {
  let fixture: PushFixture;
  let brokerage: LeadFixture;
  let browser: Subscribed;
  beforeAll(async () => {
    fixture = await openPush();
    brokerage = await fixture.openBrokerage();
    await settings({ routing_strategy: "primary_agent", primary_agent_id: brokerage.ann.id });
    const agent = { brokerageId: brokerage.id, agentId: brokerage.ann.id };
    browser = await fixture.subscribe(await fixture.lintel.createKey("agent", agent));
  });
  afterAll(() => fixture.close());

  const settings = (body: object) =>
    fixture.lintel.call(`/api/admin/brokerages/${brokerage.id}/lead-settings`, {
      method: "PUT",
      key: brokerage.broker,
      body,
    });
  const register = async (name: string, email: string) =>
    (
      await fixture.lintel.call("/register", {
        method: "POST",
        host: brokerage.host,
        body: { name, email, phone: "(208) 555-0101" },
        // With an Idempotency-Key it would be alone in its transaction.
        keyed: false,
      })
    ).body.lead_id as number;
  const pushes = () => fixture.service.pushed.filter(({ path }) => path === browser.path);

  it("is pushed to each of the agent's browsers exactly once, before any sweep", async () => {
    const lead = await register("Ada Lovelace", "ada@visitors.test");
    await fixture.deliver();
    await fixture.deliver();
    expect(pushes()).toHaveLength(1);
    expect(await fixture.ledger(lead)).toMatchObject([{ state: "sent" }]);
  });

  it("among others reads the settings and the browsers once for all of them", async () => {
    const watch = watchStatements(fixture.lintel);
    const leads = await Promise.all(
      Array.from({ length: 8 }, (_each, nth) => register(`Visitor ${nth}`, `visitor-${nth}@crowd.test`)),
    );
    watch.close();
    const sent = watch.sent();
    const count = (text: RegExp) => sent.filter((each) => text.test(each)).length;
    const transactions = count(/pg_advisory_xact_lock/);
    expect(transactions).toBeLessThan(8);
    expect(count(/from "lead_settings"/)).toBe(transactions);
    expect(count(/from "push_subscriptions"/)).toBe(transactions);
    await fixture.deliver();
    for (const lead of leads) expect(await fixture.ledger(lead)).toMatchObject([{ state: "sent" }]);
  });

  it("is not pushed where the brokerage has push off", async () => {
    await settings({ push: false });
    const lead = await register("Grace Hopper", "grace@visitors.test");
    await fixture.deliver();
    expect(await fixture.ledger(lead)).toEqual([]);
  });
});
