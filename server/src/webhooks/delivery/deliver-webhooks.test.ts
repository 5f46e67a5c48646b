import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openWebhookDeliveries,
  type Subscriber,
  type WebhookDeliveryFixture,
} from "../../../test/harness/webhook-delivery-fixture.ts";
import { verify } from "../../../test/harness/webhook-receiver.ts";
import { Outbound } from "../../platform/outbound/outbound.ts";
import { retryDelays } from "./retry-schedule.ts";

const HOUR = 3_600_000;

describe("deliverWebhooks", () => {
  let fixture: WebhookDeliveryFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openWebhookDeliveries();
  });
  afterAll(() => fixture.close());

  /** A brokerage with one receiver. */
  async function open(): Promise<{ brokerageId: number; hook: Subscriber }> {
    const { id } = await fixture.lintel.createTenant(`told-${++made}`);
    return { brokerageId: id, hook: await fixture.subscribe(id) };
  }
  const now = () => fixture.lintel.clock.now();
  const later = async (milliseconds: number) => {
    fixture.lintel.clock.advance(milliseconds);
    await fixture.deliver();
  };
  const notified = (hook: Subscriber) =>
    hook.received.map(({ body }) => `${body.data.subject} ${body.data.nth}`);
  const until = async (holds: () => boolean) => {
    while (!holds()) await delay(5);
  };

  it("sends messages that the reference library of Standard Webhooks verifies", async () => {
    const { brokerageId, hook } = await open();
    await fixture.announce({
      event: "lead.created",
      subject: "lead:1",
      brokerageId,
      data: { lead_id: 1, name: 'Zoë "Z" O’Neill\u2028 🏡' },
    });
    const occurredAt = now().toISOString();
    await later(1234);
    const [received] = hook.received;
    expect(received?.body).toEqual({
      event: "lead.created",
      timestamp: occurredAt,
      data: { lead_id: 1, name: 'Zoë "Z" O’Neill\u2028 🏡' },
    });
    expect(received?.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
      "webhook-timestamp": String(Math.floor(now().getTime() / 1000)),
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      "user-agent": expect.stringMatching(/^Lintel\//),
    });
    if (!received) throw new Error("Nothing came");
    expect(verify(received, hook.secret, now())).toEqual(received.body);
    expect(() => verify({ ...received, text: `${received.text} ` }, hook.secret, now())).toThrow();
    expect(() =>
      verify({ ...received, headers: { ...received.headers, "webhook-id": "x" } }, hook.secret, now()),
    ).toThrow();
    expect(await fixture.deliveries(hook.id)).toMatchObject([
      {
        status: "delivered",
        attempts: 1,
        next_attempt_at: null,
        attempt_log: [{ status: 204, failure: null }],
      },
    ]);
  });

  it("signs with the old secret too for the 24 hours after a rotation, and no longer", async () => {
    const { brokerageId, hook } = await open();
    const rotate = () =>
      fixture.lintel.call(`/api/admin/webhooks/${hook.id}/rotate-secret`, {
        method: "POST",
        key: fixture.admin,
      });
    const { secret } = (await rotate()).body;
    await fixture.announceStageChanges(brokerageId, "lead:1", 1);
    await later(24 * HOUR - 1);
    await fixture.announceStageChanges(brokerageId, "lead:1", 2);
    await later(1);
    const [during, after] = hook.received;
    if (!during || !after) throw new Error("Not both came");
    expect(String(during.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    for (const each of [secret, hook.secret]) expect(verify(during, each, now())).toEqual(during.body);
    expect(verify(after, secret, now())).toEqual(after.body);
    expect(() => verify(after, hook.secret, now())).toThrow("No matching signature");
  });

  it("retries on schedule, ten attempts with the same id, and then stops", async () => {
    const { brokerageId, hook } = await open();
    hook.answer = () => 503;
    await fixture.announceStageChanges(brokerageId, "lead:1", 1);
    await fixture.deliver();
    for (const [at, wait] of retryDelays.entries()) {
      expect((await fixture.deliveries(hook.id))[0]?.next_attempt_at).toEqual(
        new Date(now().getTime() + wait),
      );
      await later(wait - 1);
      expect(hook.received).toHaveLength(at + 1);
      await later(1);
      expect(hook.received).toHaveLength(at + 2);
    }
    expect(hook.received).toHaveLength(10);
    expect(new Set(hook.received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(hook.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
    await later(24 * HOUR);
    expect(hook.received).toHaveLength(10);
    const [row] = await fixture.deliveries(hook.id);
    expect(row).toMatchObject({ status: "failed", attempts: 10, next_attempt_at: null });
    expect(row?.attempt_log).toEqual(
      Array(10).fill({ at: expect.any(String), status: 503, failure: "it answered 503", took_ms: 0 }),
    );
  });

  it("sends a replay under the same id with the whole schedule again, and logs 20 attempts", async () => {
    const { brokerageId, hook } = await open();
    hook.answer = () => 500;
    await fixture.announceStageChanges(brokerageId, "lead:1", 1);
    for (let at = 0; at < 10; at++) await later(retryDelays[at - 1] ?? 0);
    const [row] = await fixture.deliveries(hook.id);
    const replay = () =>
      fixture.lintel.call(`/api/admin/webhooks/${hook.id}/deliveries/${row?.id}/replay`, {
        method: "POST",
        key: fixture.admin,
      });
    // Else five days of nothing but failures would be over in mid-schedule.
    hook.answer = () => 200;
    await fixture.announceStageChanges(brokerageId, "lead:2", 1);
    await fixture.deliver();
    hook.answer = () => 500;
    expect((await replay()).body).toMatchObject({ status: "pending", attempts: 0 });
    for (let at = 0; at < 10; at++) await later(retryDelays[at - 1] ?? 0);
    hook.answer = () => 200;
    await replay();
    await fixture.deliver();
    const [after] = await fixture.deliveries(hook.id);
    expect(after).toMatchObject({ status: "delivered", attempts: 1, message_id: row?.message_id });
    expect(after?.attempt_log).toHaveLength(20);
    expect(after?.attempt_log.at(-1)).toMatchObject({ status: 200, failure: null });
    expect(new Set(hook.received.map(({ id, text }) => `${id} ${text}`)).size).toBe(2);
  });

  it("delivers each subject in order: later events wait for a failing one, other subjects do not", async () => {
    const { brokerageId, hook } = await open();
    let down = true;
    hook.answer = ({ body }) => (down && body.data.subject === "lead:1" && body.data.nth === 2 ? 500 : 200);
    await fixture.announceStageChanges(brokerageId, "lead:1", 1, 2, 3);
    await fixture.announceStageChanges(brokerageId, "lead:2", 1, 2);
    await fixture.deliver();
    await fixture.announceStageChanges(brokerageId, "lead:1", 4);
    await later(5000);
    expect(notified(hook).filter((each) => each.startsWith("lead:1"))).toEqual([
      "lead:1 1",
      "lead:1 2",
      "lead:1 2",
    ]);
    expect(notified(hook).filter((each) => each.startsWith("lead:2"))).toEqual(["lead:2 1", "lead:2 2"]);
    down = false;
    await later(300_000);
    expect(
      notified(hook)
        .filter((each) => each.startsWith("lead:1"))
        .slice(3),
    ).toEqual(["lead:1 2", "lead:1 3", "lead:1 4"]);
  });

  it("sends once, in order, when several processes deliver at once", async () => {
    const { brokerageId, hook } = await open();
    for (let lead = 1; lead <= 30; lead++)
      await fixture.announceStageChanges(brokerageId, `lead:${lead}`, 1, 2, 3, 4);
    await Promise.all([fixture.deliver(), fixture.deliver(), fixture.deliver()]);
    // Where one has left the other to go on, that one's next call does.
    await fixture.deliver();
    expect(hook.received).toHaveLength(120);
    expect(new Set(hook.received.map(({ id }) => id)).size).toBe(120);
    for (let lead = 1; lead <= 30; lead++)
      expect(notified(hook).filter((each) => each.startsWith(`lead:${lead} `))).toEqual(
        [1, 2, 3, 4].map((nth) => `lead:${lead} ${nth}`),
      );
  });

  it("sends an endpoint at most eight at once, and one that is failing one by one", async () => {
    const { brokerageId, hook } = await open();
    const held: ServerResponse[] = [];
    hook.answer = () => (response) => held.push(response);
    for (let lead = 1; lead <= 20; lead++) await fixture.announceStageChanges(brokerageId, `lead:${lead}`, 1);
    const delivered = fixture.deliver();
    await until(() => held.length === 8);
    hook.answer = () => 500;
    for (const response of held) response.writeHead(500).end();
    await delivered;
    expect([hook.maxOpen, hook.received.length]).toEqual([8, 20]);
    hook.maxOpen = 0;
    hook.answer = () => (response) => setTimeout(() => response.writeHead(500).end(), 2);
    await later(5000);
    expect([hook.maxOpen, hook.received.length]).toEqual([1, 40]);
  });

  it("does not delay other endpoints while one hangs", async () => {
    const { brokerageId, hook } = await open();
    const hanging = await fixture.subscribe(brokerageId);
    hanging.answer = () => () => {};
    for (let lead = 1; lead <= 40; lead++) await fixture.announceStageChanges(brokerageId, `lead:${lead}`, 1);
    const delivered = fixture.deliver();
    await until(() => hook.received.length === 40 && hanging.open === 8);
    await fixture.announceStageChanges(brokerageId, "lead:41", 1);
    await until(() => hook.received.length === 41);
    await hanging.close();
    await delivered;
    const [row] = await fixture.deliveries(hanging.id);
    expect(row?.attempt_log[0]).toMatchObject({
      status: null,
      failure: expect.stringMatching(/no connection/),
    });
    hanging.close = async () => {};
  });

  it("delivers other subjects while one hangs, also later events", async () => {
    const { brokerageId, hook } = await open();
    let held: ServerResponse | undefined;
    hook.answer = ({ body }) =>
      body.data.subject === "lead:1"
        ? (response) => {
            held = response;
          }
        : 200;
    await fixture.announceStageChanges(brokerageId, "lead:1", 1);
    const delivered = fixture.deliver();
    await until(() => held !== undefined);
    await fixture.announceStageChanges(brokerageId, "lead:1", 2);
    await fixture.announceStageChanges(brokerageId, "lead:2", 1);
    await until(() => hook.received.length === 2);
    expect(notified(hook)).toEqual(["lead:1 1", "lead:2 1"]);
    hook.answer = () => 200;
    held?.end();
    await delivered;
    expect(notified(hook)).toEqual(["lead:1 1", "lead:2 1", "lead:1 2"]);
  });

  it("finishes deliveries in flight when it is stopped, and releases the other claims", async () => {
    const { brokerageId, hook } = await open();
    const stop = new AbortController();
    const held: ServerResponse[] = [];
    hook.answer = () => (response) => held.push(response);
    for (let lead = 1; lead <= 30; lead++) await fixture.announceStageChanges(brokerageId, `lead:${lead}`, 1);
    const delivered = fixture.deliver({ ...fixture.lintel.ctx, signal: stop.signal });
    await until(() => held.length === 8);
    stop.abort();
    for (const response of held) response.end();
    await delivered;
    const rows = await fixture.deliveries(hook.id);
    expect(rows.filter(({ status }) => status === "delivered")).toHaveLength(8);
    expect(
      rows.filter((row) => row.next_attempt_at?.getTime() === now().getTime() && row.attempts === 0),
    ).toHaveLength(22);
    hook.answer = () => 200;
    await fixture.deliver();
    expect(new Set(hook.received.map(({ id }) => id)).size).toBe(30);
    expect(hook.received).toHaveLength(30);
  });

  it("counts no attempt that is aborted because the process stops", async () => {
    const { brokerageId, hook } = await open();
    const stop = new AbortController();
    const outbound = new Outbound({ allow: fixture.lintel.services.config.outboundAllow });
    let held = 0;
    hook.answer = () => () => void held++;
    await fixture.announceStageChanges(brokerageId, "lead:1", 1);
    const delivered = fixture.deliver({ ...fixture.lintel.ctx, outbound, signal: stop.signal });
    await until(() => held === 1);
    stop.abort();
    await outbound.close();
    await delivered;
    expect(await fixture.deliveries(hook.id)).toMatchObject([
      { status: "pending", attempts: 0, next_attempt_at: now() },
    ]);
  });
});
