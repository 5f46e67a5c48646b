import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LeadFixture } from "../../../test/harness/lead-fixture.ts";
import { openPush, type PushFixture, type Subscribed } from "../../../test/harness/push-fixture.ts";

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
      })
    ).body.lead_id as number;
  const pushes = () => fixture.service.pushed.filter(({ path }) => path === browser.path);

  it("reaches the agent's browsers at once, once, without a sweep", async () => {
    const lead = await register("Ada Lovelace", "ada@visitors.test");
    await fixture.deliver();
    await fixture.deliver();
    expect(pushes()).toHaveLength(1);
    expect(await fixture.ledger(lead)).toMatchObject([{ state: "sent" }]);
  });

  it("is not pushed where the brokerage has push off", async () => {
    await settings({ push: false });
    const lead = await register("Grace Hopper", "grace@visitors.test");
    await fixture.deliver();
    expect(await fixture.ledger(lead)).toEqual([]);
  });
});
