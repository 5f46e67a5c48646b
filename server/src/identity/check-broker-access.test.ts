import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("checkBrokerAccess", () => {
  let lintel: TestApp;
  let brokerageId: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerageId = (await lintel.createTenant("brokers")).id;
  });
  afterAll(() => lintel.close());

  const ask = async (key: string) => {
    const { status, body } = await lintel.call("/api/admin/broker-test", { key });
    return [status, body];
  };

  it("answers a broker and an admin", async () => {
    expect(await ask(await lintel.createKey("broker", { brokerageId }))).toEqual([
      200,
      {
        message: "Broker access granted",
        user_email: "broker key",
        user_role: "broker",
        brokerage_id: brokerageId,
        broker_id: brokerageId,
      },
    ]);
    expect(await ask(await lintel.createKey("admin"))).toMatchObject([
      200,
      { user_role: "admin", brokerage_id: null, broker_id: null },
    ]);
  });

  it("refuses an agent", async () => {
    const key = await lintel.createKey("agent", { brokerageId });
    expect(await ask(key)).toEqual([403, { detail: "Broker or admin role required" }]);
  });
});
