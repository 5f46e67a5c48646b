import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf } from "../../../test/harness/brokerage-fixture.ts";
import { type HookRoom, openHookRoom } from "../../../test/harness/hook-room.ts";
import { retryDelays } from "./retry-schedule.ts";

const HOUR = 3_600_000;

describe("disableEndpoint", () => {
  let room: HookRoom;
  let made = 0;
  beforeAll(async () => {
    room = await openHookRoom();
  });
  afterAll(() => room.close());

  /** A brokerage with two brokers. */
  async function office() {
    const slug = `disabled-${++made}`;
    const { id } = await room.lintel.createTenant(slug);
    const brokers = ["ann", "bob"].map((name) => ({ brokerage_id: id, name, email: `${name}@${slug}.test` }));
    await room.lintel.database.db.insertInto("broker_contacts").values(brokers).execute();
    return id;
  }
  const later = async (milliseconds: number) => {
    room.lintel.clock.advance(milliseconds);
    await room.deliver();
  };
  const webhook = async (id: number) =>
    (await room.lintel.call(`/api/admin/webhooks/${id}`, { key: room.admin })).body;
  const mails = async (brokerageId: number) =>
    room.lintel.database.db
      .selectFrom("messages")
      .select(["recipient", "kind", "content"])
      .where("brokerage_id", "=", brokerageId)
      .orderBy("id")
      .execute();

  it("disables at once what answers 410, tells the brokers once, and sends nothing more", async () => {
    const brokerageId = await office();
    const hook = await room.subscribe(brokerageId);
    hook.answer = () => 410;
    for (let lead = 1; lead <= 12; lead++) await room.happen(brokerageId, `lead:${lead}`, 1);
    await room.deliver();
    expect(hook.got.length).toBeLessThanOrEqual(8);
    expect(await webhook(hook.id)).toMatchObject({ status: "disabled", disabled_reason: "gone" });
    const got = hook.got.length;
    await room.happen(brokerageId, "lead:13", 1);
    await later(HOUR);
    expect([hook.got.length, (await room.deliveries(hook.id)).length]).toEqual([got, 12]);

    const sent = await mails(brokerageId);
    expect(sent.map(({ recipient, kind }) => `${kind} ${recipient}`)).toEqual([
      `webhook_disabled ann@disabled-${made}.test`,
      `webhook_disabled bob@disabled-${made}.test`,
    ]);
    expect(JSON.stringify(sent)).not.toContain("/hook");
    expect(await auditOf(room.lintel, "webhook", hook.id)).toMatchObject([
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

  it("goes on with what waits when it is made active, and tells again when it is gone again", async () => {
    const brokerageId = await office();
    const hook = await room.subscribe(brokerageId);
    hook.answer = () => 410;
    await room.happen(brokerageId, "lead:1", 1, 2);
    await room.deliver();
    hook.answer = () => 200;
    const activate = () =>
      room.lintel.call(`/api/admin/webhooks/${hook.id}`, {
        method: "PATCH",
        key: room.admin,
        body: { active: true },
      });
    expect((await activate()).status).toBe(200);
    await room.deliver();
    expect(hook.got.map(({ body }) => body.data.nth)).toEqual([1, 2]);
    hook.answer = () => 410;
    await room.happen(brokerageId, "lead:1", 3);
    await later(1000);
    expect(await mails(brokerageId)).toHaveLength(4);
  });

  it("disables what has failed for five days without a success, and not what has had one", async () => {
    const brokerageId = await office();
    const [failing, mending] = [await room.subscribe(brokerageId), await room.subscribe(brokerageId)];
    for (const hook of [failing, mending]) hook.answer = () => 500;
    const begun = room.lintel.clock.now();
    await room.happen(brokerageId, "lead:1", 1);
    await room.deliver();
    expect((await webhook(failing.id)).failing_since).toBe(begun.toISOString());
    for (const wait of retryDelays) await later(wait);
    mending.answer = () => 200;
    await room.happen(brokerageId, "lead:2", 1);
    await later(0);
    expect((await webhook(mending.id)).failing_since).toBe(null);
    mending.answer = () => 500;

    await room.happen(brokerageId, "lead:3", 1);
    await later(begun.getTime() + 5 * 24 * HOUR - 1 - room.lintel.clock.now().getTime());
    expect(await webhook(failing.id)).toMatchObject({ status: "active" });
    await room.happen(brokerageId, "lead:4", 1);
    await later(1);
    expect(await webhook(failing.id)).toMatchObject({ status: "disabled", disabled_reason: "failing" });
    expect(await webhook(mending.id)).toMatchObject({ status: "active" });
    expect(await mails(brokerageId)).toMatchObject([
      { content: { data: { name: "ann", reason: "failing", since: begun.toISOString() } } },
      { content: { data: { name: "bob" } } },
    ]);
  });

  it("writes no mail about a webhook of all brokerages", async () => {
    const hook = await room.subscribe(null);
    hook.answer = () => 410;
    const before = await room.lintel.database.db.selectFrom("messages").select("id").execute();
    await room.announce({ event: "indexing.completed", subject: "job:1", brokerageId: null, data: {} });
    await room.deliver();
    expect(await webhook(hook.id)).toMatchObject({ status: "disabled", disabled_reason: "gone" });
    expect(await room.lintel.database.db.selectFrom("messages").select("id").execute()).toHaveLength(
      before.length,
    );
  });
});
