import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const missing = [404, { detail: "Brokerage not found" }];
const none = { new: 0, contacted: 0, qualified: 0, converted: 0, total: 0 };

describe("countLeads", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const count = ({ host }: { host: string }, key: string) => lintel.call("/api/leads/count", { host, key });

  it("counts all leads of the brokerage by legacy status and in total, for agents too", async () => {
    const statuses = { new: 3, contacted: 2, qualified: 4, showing: 1, offer: 1, converted: 2, lost: 5 };
    for (const [status, times] of Object.entries(statuses)) {
      for (let at = 0; at < times; at++) {
        await brokerage.makeLead({ status, ...(at === 0 && { assigned_agent_id: brokerage.ann.id }) });
      }
    }
    const other = await openLeads(lintel, "south");
    await other.makeLead();
    for (const key of [brokerage.broker, brokerage.ann.key, brokerage.bob.key, brokerage.agent, admin]) {
      expect(outcome(await count(brokerage, key))).toEqual([
        200,
        { new: 3, contacted: 2, qualified: 4, converted: 2, total: 18 },
      ]);
    }
    expect((await count(other, other.broker)).body).toEqual({ ...none, new: 1, total: 1 });
  });

  it("counts nothing where nothing is", async () => {
    const place = await openLeads(lintel, "empty");
    expect(outcome(await count(place, place.agent))).toEqual([200, none]);
  });

  it("tells another tenant's people that there is no such brokerage", async () => {
    const other = await openLeads(lintel, "east");
    for (const key of [other.broker, other.ann.key, await lintel.createKey("broker")]) {
      expect(outcome(await count(brokerage, key))).toEqual(missing);
    }
  });

  it("does not count a disabled brokerage's leads, for admins neither: its domain is unknown", async () => {
    const closed = await openLeads(lintel, "closed");
    await closed.makeLead();
    await closed.disable();
    for (const key of [closed.broker, admin]) expect(outcome(await count(closed, key))).toEqual(missing);
  });
});
