import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
} from "../../test/harness/brokerage-fixture.ts";
import { openBrowser } from "../../test/harness/browser.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { vapid } from "../../test/harness/vapid.ts";

const PATH = "/api/v1/admin/push/subscriptions";
const notFound = [404, { detail: "Push subscription not found" }];

describe("deletePushSubscription", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp(vapid);
    brokerage = await openBrokerage(lintel, "leaving");
  });
  afterAll(() => lintel.close());

  const { json } = openBrowser("https://push.test/to/a%20browser");
  const subscribe = async (key: string) =>
    (await lintel.call(PATH, { method: "POST", key, body: json })).body.id as number;
  const remove = (key: string, endpoint = json.endpoint) =>
    lintel.call(PATH, { method: "DELETE", key, body: { endpoint } });

  it("ends the caller's subscription of that browser, once, with an audit row", async () => {
    const id = await subscribe(brokerage.broker);
    expect(outcome(await remove(brokerage.broker))).toEqual([200, { message: "Push subscription deleted" }]);
    expect(outcome(await remove(brokerage.broker))).toEqual(notFound);
    expect(await auditOf(lintel, "push_subscription", id)).toMatchObject([
      { action: "create" },
      { action: "delete", brokerage_id: brokerage.id, before: { push_service: "push.test" }, after: null },
    ]);
  });

  it("finds it in another spelling of its address", async () => {
    await subscribe(brokerage.broker);
    expect((await remove(brokerage.broker, "HTTPS://PUSH.test:443/to/a%20browser")).status).toBe(200);
  });

  it("touches no other person's of the same browser: a colleague's or another tenant's is a missing one", async () => {
    const other = await openBrokerage(lintel, "elsewhere");
    const id = await subscribe(brokerage.broker);
    for (const key of [brokerage.agent, other.broker, other.agent, await lintel.createKey("admin")]) {
      expect(outcome(await remove(key))).toEqual(notFound);
    }
    const kept = await lintel.database.db.selectFrom("push_subscriptions").select("id").execute();
    expect(kept).toEqual([{ id }]);
  });

  it("refuses what is no address", async () => {
    expect((await remove(brokerage.broker, "a browser")).status).toBe(422);
  });
});
