import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf } from "../../../test/harness/brokerage-fixture.ts";
import {
  openWebhookDeliveries,
  type WebhookDeliveryFixture,
} from "../../../test/harness/webhook-delivery-fixture.ts";
import { retryDelays } from "./retry-schedule.ts";

const HOUR = 3_600_000;

describe("disableEndpoint", () => {
  let fixture: WebhookDeliveryFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openWebhookDeliveries();
  });
  afterAll(() => fixture.close());

  /** A brokerage with two brokers. */
  async function createBrokerage() {
    const slug = `disabled-${++made}`;
    const { id } = await fixture.lintel.createTenant(slug);
    const brokers = ["ann", "bob"].map((name) => ({ brokerage_id: id, name, email: `${name}@${slug}.test` }));
    await fixture.lintel.database.db.insertInto("broker_contacts").values(brokers).execute();
    return id;
  }
  const later = async (milliseconds: number) => {
    fixture.lintel.clock.advance(milliseconds);
    await fixture.deliver();
  };
  const webhook = async (id: number) =>
    (await fixture.lintel.call(`/api/admin/webhooks/${id}`, { key: fixture.admin })).body;
  const mails = async (brokerageId: number) =>
    fixture.lintel.database.db
      .selectFrom("messages")
      .select(["recipient", "kind", "content"])
      .where("brokerage_id", "=", brokerageId)
      .orderBy("id")
      .execute();

  it("disables a webhook that answers 410 at once, mails the brokers once, and sends nothing more", async () => {
    const brokerageId = await createBrokerage();
    const hook = await fixture.subscribe(brokerageId);
    hook.answer = () => 410;
    for (let lead = 1; lead <= 12; lead++) await fixture.announceStageChanges(brokerageId, `lead:${lead}`, 1);
    await fixture.deliver();
    expect(hook.received.length).toBeLessThanOrEqual(8);
    expect(await webhook(hook.id)).toMatchObject({ status: "disabled", disabled_reason: "gone" });
    const got = hook.received.length;
    await fixture.announceStageChanges(brokerageId, "lead:13", 1);
    await later(HOUR);
    expect([hook.received.length, (await fixture.deliveries(hook.id)).length]).toEqual([got, 12]);

    const sent = await mails(brokerageId);
    expect(sent.map(({ recipient, kind }) => `${kind} ${recipient}`)).toEqual([
      `webhook_disabled ann@disabled-${made}.test`,
      `webhook_disabled bob@disabled-${made}.test`,
    ]);
    expect(JSON.stringify(sent)).not.toContain("/hook");
    expect(await auditOf(fixture.lintel, "webhook", hook.id)).toMatchObject([
      { action: "create" },
      {
        action: "update",
        actor_name: "system",
        brokerage_id: brokerageId,
        before: { status: "active", disabled_reason: null },
        after: { status: "disabled", disabled_reason: "gone" },
      },
    ]);
  });

  it("resumes pending deliveries when it is enabled, and mails again when it is disabled again", async () => {
    const brokerageId = await createBrokerage();
    const hook = await fixture.subscribe(brokerageId);
    hook.answer = () => 410;
    await fixture.announceStageChanges(brokerageId, "lead:1", 1, 2);
    await fixture.deliver();
    hook.answer = () => 200;
    const activate = () =>
      fixture.lintel.call(`/api/admin/webhooks/${hook.id}`, {
        method: "PATCH",
        key: fixture.admin,
        body: { active: true },
      });
    expect((await activate()).status).toBe(200);
    await fixture.deliver();
    expect(hook.received.map(({ body }) => body.data.nth)).toEqual([1, 2]);
    hook.answer = () => 410;
    await fixture.announceStageChanges(brokerageId, "lead:1", 3);
    await later(1000);
    expect(await mails(brokerageId)).toHaveLength(4);
  });

  it("disables a webhook after five days without a success, and not one with a success", async () => {
    const brokerageId = await createBrokerage();
    const [failing, mending] = [await fixture.subscribe(brokerageId), await fixture.subscribe(brokerageId)];
    for (const hook of [failing, mending]) hook.answer = () => 500;
    const begun = fixture.lintel.clock.now();
    await fixture.announceStageChanges(brokerageId, "lead:1", 1);
    await fixture.deliver();
    expect((await webhook(failing.id)).failing_since).toBe(begun.toISOString());
    for (const wait of retryDelays) await later(wait);
    mending.answer = () => 200;
    await fixture.announceStageChanges(brokerageId, "lead:2", 1);
    await later(0);
    expect((await webhook(mending.id)).failing_since).toBe(null);
    mending.answer = () => 500;

    await fixture.announceStageChanges(brokerageId, "lead:3", 1);
    await later(begun.getTime() + 5 * 24 * HOUR - 1 - fixture.lintel.clock.now().getTime());
    expect(await webhook(failing.id)).toMatchObject({ status: "active" });
    await fixture.announceStageChanges(brokerageId, "lead:4", 1);
    await later(1);
    expect(await webhook(failing.id)).toMatchObject({ status: "disabled", disabled_reason: "failing" });
    expect(await webhook(mending.id)).toMatchObject({ status: "active" });
    expect(await mails(brokerageId)).toMatchObject([
      { content: { data: { name: "ann", reason: "failing", since: begun.toISOString() } } },
      { content: { data: { name: "bob" } } },
    ]);
  });

  it("writes no mail about a webhook of all brokerages", async () => {
    const hook = await fixture.subscribe(null);
    hook.answer = () => 410;
    const before = await fixture.lintel.database.db.selectFrom("messages").select("id").execute();
    await fixture.announce({ event: "indexing.completed", subject: "job:1", brokerageId: null, data: {} });
    await fixture.deliver();
    expect(await webhook(hook.id)).toMatchObject({ status: "disabled", disabled_reason: "gone" });
    expect(await fixture.lintel.database.db.selectFrom("messages").select("id").execute()).toHaveLength(
      before.length,
    );
  });
});
