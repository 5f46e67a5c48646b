import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../test/harness/browser.ts";
import type { LeadFixture } from "../../../test/harness/lead-fixture.ts";
import {
  openPush,
  type PushFixture,
  SUBSCRIPTIONS,
  type Subscribed,
} from "../../../test/harness/push-fixture.ts";
import { deliverOn } from "../index.ts";

describe("a push that waits, when the world changes meanwhile", () => {
  let room: PushFixture;
  let admin: string;
  let office: LeadFixture;
  let browser: Subscribed;
  let lead: number;
  beforeAll(async () => {
    room = await openPush();
    admin = await room.lintel.createKey("admin");
  });
  afterAll(() => room.close());
  beforeEach(async () => {
    office = await room.openOffice();
    browser = await room.subscribe(office.ann.key);
    lead = await room.remind(office);
  });

  const call = async (method: "PUT" | "POST" | "DELETE", path: string, body: object, key = admin) => {
    const reply = await room.lintel.call(path, { method, key, body });
    expect(reply.status).toBeLessThan(300);
    return reply.body;
  };
  const arrived = () => room.service.pushed.filter(({ path }) => path === browser.path).length;

  it("is dropped when the browser is unsubscribed", async () => {
    await call("DELETE", SUBSCRIPTIONS, { endpoint: browser.json.endpoint }, office.ann.key);
    expect(await room.deliver()).toMatchObject({ sent: 0, dropped: 1 });
    const failure = "the browser is not subscribed any more";
    expect([await room.ledger(lead), arrived()]).toEqual([[{ state: "dropped", attempts: 1, failure }], 0]);
  });

  it("is dropped when the key that subscribed it is revoked", async () => {
    const { api_key_id } = await room.lintel.database.db
      .selectFrom("push_subscriptions")
      .select("api_key_id")
      .where("id", "=", browser.id)
      .executeTakeFirstOrThrow();
    await call("DELETE", `/api/admin/api-keys/${api_key_id}`, {});
    expect(await room.deliver()).toMatchObject({ sent: 0, dropped: 1 });
    expect(arrived()).toBe(0);
  });

  it("is dropped when the agent is disabled", async () => {
    await call("DELETE", `/api/admin/agents/${office.ann.id}`, {});
    expect(await room.deliver()).toMatchObject({ sent: 0, dropped: 1 });
    expect(arrived()).toBe(0);
  });

  it("waits while the brokerage is disabled, and goes when it is opened again", async () => {
    await office.disable();
    expect(await room.deliver()).toMatchObject({ sent: 0, later: 1 });
    expect([await room.failures(browser), arrived()]).toEqual([0, 0]);
    await call("PUT", `/api/admin/brokerages/${office.id}`, { disabled_at: null });
    room.lintel.clock.advance(60_000);

    expect(await room.deliver()).toMatchObject({ sent: 1 });
  });

  it("is dropped when push is not set up any more", async () => {
    const ctx = { ...room.ctx, config: { ...room.ctx.config, push: null } };
    expect(await deliverOn(ctx, "push")).toMatchObject({ sent: 0, dropped: 1 });
    expect(await room.ledger(lead)).toMatchObject([{ state: "dropped", failure: "push is not set up" }]);
  });

  it("goes to the keys that the browser has by then", async () => {
    const renewed = openBrowser(browser.json.endpoint);
    await call("POST", SUBSCRIPTIONS, renewed.json, office.ann.key);
    await room.deliver();
    const [push] = room.service.pushed.filter(({ path }) => path === browser.path);
    expect(() => browser.read(push!.body)).toThrow();
    expect(JSON.parse(renewed.read(push!.body))).toMatchObject({
      title: "Reminder: Ada Lovelace is waiting",
    });
  });
});
