import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../test/harness/browser.ts";
import type { LeadFixture } from "../../../test/harness/lead-fixture.ts";
import {
  openPush,
  type PushFixture,
  SUBSCRIPTIONS,
  type Subscribed,
} from "../../../test/harness/push-fixture.ts";
import { deliverChannel } from "../index.ts";

describe("a push that waits, when the world changes meanwhile", () => {
  let fixture: PushFixture;
  let admin: string;
  let brokerage: LeadFixture;
  let browser: Subscribed;
  let lead: number;
  beforeAll(async () => {
    fixture = await openPush();
    admin = await fixture.lintel.createKey("admin");
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    brokerage = await fixture.openBrokerage();
    browser = await fixture.subscribe(brokerage.ann.key);
    lead = await fixture.remind(brokerage);
  });

  const call = async (method: "PUT" | "POST" | "DELETE", path: string, body: object, key = admin) => {
    const reply = await fixture.lintel.call(path, { method, key, body });
    expect(reply.status).toBeLessThan(300);
    return reply.body;
  };
  const arrived = () => fixture.service.pushed.filter(({ path }) => path === browser.path).length;

  it("is dropped when the browser is unsubscribed", async () => {
    await call("DELETE", SUBSCRIPTIONS, { endpoint: browser.json.endpoint }, brokerage.ann.key);
    expect(await fixture.deliver()).toMatchObject({ sent: 0, dropped: 1 });
    const failure = "the browser is not subscribed any more";
    expect([await fixture.ledger(lead), arrived()]).toEqual([
      [{ state: "dropped", attempts: 1, failure }],
      0,
    ]);
  });

  it("is dropped when the key that subscribed it is revoked", async () => {
    const { api_key_id } = await fixture.lintel.database.db
      .selectFrom("push_subscriptions")
      .select("api_key_id")
      .where("id", "=", browser.id)
      .executeTakeFirstOrThrow();
    await call("DELETE", `/api/admin/api-keys/${api_key_id}`, {});
    expect(await fixture.deliver()).toMatchObject({ sent: 0, dropped: 1 });
    expect(arrived()).toBe(0);
  });

  it("is dropped when the agent is disabled", async () => {
    await call("DELETE", `/api/admin/agents/${brokerage.ann.id}`, {});
    expect(await fixture.deliver()).toMatchObject({ sent: 0, dropped: 1 });
    expect(arrived()).toBe(0);
  });

  it("waits while the brokerage is disabled, and goes when it is opened again", async () => {
    await brokerage.disable();
    expect(await fixture.deliver()).toMatchObject({ sent: 0, later: 1 });
    expect([await fixture.failures(browser), arrived()]).toEqual([0, 0]);
    await call("PUT", `/api/admin/brokerages/${brokerage.id}`, { disabled_at: null });
    fixture.lintel.clock.advance(60_000);

    expect(await fixture.deliver()).toMatchObject({ sent: 1 });
  });

  it("is dropped when push is not set up any more", async () => {
    const ctx = { ...fixture.ctx, config: { ...fixture.ctx.config, push: null } };
    expect(await deliverChannel(ctx, "push")).toMatchObject({ sent: 0, dropped: 1 });
    expect(await fixture.ledger(lead)).toMatchObject([{ state: "dropped", failure: "push is not set up" }]);
  });

  it("goes to the keys that the browser has by then", async () => {
    const renewed = openBrowser(browser.json.endpoint);
    await call("POST", SUBSCRIPTIONS, renewed.json, brokerage.ann.key);
    await fixture.deliver();
    const [push] = fixture.service.pushed.filter(({ path }) => path === browser.path);
    expect(() => browser.read(push!.body)).toThrow();
    expect(JSON.parse(renewed.read(push!.body))).toMatchObject({
      title: "Reminder: Ada Lovelace is waiting",
    });
  });
});
