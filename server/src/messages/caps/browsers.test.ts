import { afterAll, beforeAll, expect, it } from "vitest";
import type { LeadFixture } from "../../../test/harness/lead-fixture.ts";
import { openPush, type PushFixture } from "../../../test/harness/push-fixture.ts";
import { notify } from "../index.ts";

let fixture: PushFixture;
let brokerage: LeadFixture;
beforeAll(async () => {
  fixture = await openPush();
  brokerage = await fixture.openBrokerage();
});
afterAll(() => fixture.close());

/** An alert that the same visitor causes. @returns the outcomes of its pushes. */
async function alerts(): Promise<string[]> {
  const leadId = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
  await notify(fixture.ctx, [
    {
      template: "agent_reminder",
      data: {
        name: "Ann",
        leadName: "Ada Lovelace",
        email: "ada@visitors.test",
        phone: null,
        arrivedAt: "Monday at noon",
        waited: "10 minutes",
        target: "5 minutes",
        agentName: "Ann",
        isOwn: true,
        crmUrl: "https://crm.test/leads/1",
      },
      brokerageId: brokerage.id,
      leadId,
      to: {
        kind: "agent",
        id: brokerage.ann.id,
        name: "Ann",
        email: "ann@agents.test",
        phone: null,
        timeZone: "UTC",
      },
      channels: ["push"],
      occasion: `lead ${leadId}`,
      replyTo: null,
      causedBy: "ada@visitors.test",
    },
  ]);
  return (await fixture.ledger(leadId)).map(({ state }) => state);
}

it("An alert counts once for all browsers of its reader: it goes to each of them, or to none", async () => {
  for (let at = 0; at < 4; at++) await fixture.subscribe(brokerage.ann.key);
  const all = (state: string) => Array(4).fill(state);
  for (let at = 0; at < 3; at++) expect(await alerts()).toEqual(all("waiting"));
  expect(await alerts()).toEqual(all("withheld"));
});
