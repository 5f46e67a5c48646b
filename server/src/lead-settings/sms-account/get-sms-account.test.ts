import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const ACCOUNT = { account_sid: `AC${"0".repeat(32)}`, auth_token: "token", from: "+12085550100" };

describe("getSmsAccount", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
    await lintel.call(`/api/admin/brokerages/${north.id}/sms-account`, {
      method: "PUT",
      key: admin,
      body: ACCOUNT,
    });
  });
  afterAll(() => lintel.close());

  const get = (key: string, id = north.id) => lintel.call(`/api/admin/brokerages/${id}/sms-account`, { key });

  it("shows the account without its token", async () => {
    const { auth_token: _, ...shown } = ACCOUNT;
    for (const key of [admin, north.broker])
      expect(outcome(await get(key))).toEqual([200, { ...shown, updated_at: "2026-06-15T12:00:00.000Z" }]);
  });

  it("answers 404 when none is set", async () => {
    const unset = [404, { detail: "SMS account not found" }];
    for (const key of [admin, south.broker]) expect(outcome(await get(key, south.id))).toEqual(unset);
  });

  it("answers another's brokerage as a missing one, and refuses agents", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    expect(outcome(await get(south.broker))).toEqual(missing);
    expect(outcome(await get(admin, 2_147_483_647))).toEqual(missing);
    expect(outcome(await get(north.agent))).toEqual([403, { detail: "Broker or admin role required" }]);
  });
});
