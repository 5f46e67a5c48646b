import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { smsAccount } from "../index.ts";

const ACCOUNT = { account_sid: `AC${"0".repeat(32)}`, auth_token: "token", from: "+12085550100" };

describe("deleteSmsAccount", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: BrokerageFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  beforeEach(async () => {
    brokerage = await openBrokerage(lintel, `office-${++made}`);
    const key = brokerage.broker;
    await lintel.call(path(), { method: "PUT", key, body: ACCOUNT });
  });
  afterAll(() => lintel.close());

  const path = (id = brokerage.id) => `/api/admin/brokerages/${id}/sms-account`;
  const remove = (key = brokerage.broker, id = brokerage.id) =>
    lintel.call(path(id), { method: "DELETE", key });

  it("removes the account and its token, once", async () => {
    const replies = await Promise.all([remove(), remove()]);
    expect(replies.map(outcome).toSorted()).toEqual([
      [200, { message: "SMS account removed" }],
      [404, { detail: "SMS account not found" }],
    ]);
    expect(await smsAccount(lintel.ctx, brokerage.id)).toBe(null);
    expect((await lintel.call(path(), { key: admin })).status).toBe(404);
    expect((await auditOf(lintel, "sms_account", brokerage.id)).slice(1)).toMatchObject([
      { action: "delete", before: { account_sid: ACCOUNT.account_sid, from: ACCOUNT.from }, after: null },
    ]);
  });

  it("lets admins remove a disabled brokerage's, but not its brokers", async () => {
    await lintel.call(`/api/admin/brokerages/${brokerage.id}`, { method: "DELETE", key: admin });
    expect(outcome(await remove())).toEqual([404, { detail: "Brokerage not found" }]);
    expect((await remove(admin)).status).toBe(200);
  });

  it("answers another's brokerage as a missing one, and refuses agents", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    const other = await openBrokerage(lintel, `other-${made}`);
    expect(outcome(await remove(other.broker))).toEqual(missing);
    expect(outcome(await remove(admin, 2_147_483_647))).toEqual(missing);
    expect(outcome(await remove(brokerage.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect(await smsAccount(lintel.ctx, brokerage.id)).not.toBe(null);
  });
});
