import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openWebhookDesk, WEBHOOKS, type WebhookDesk } from "../../../test/harness/webhook-desk.ts";
import { open } from "../../platform/crypto/seal.ts";

const DAY = 86_400_000;
const missing = [404, { detail: "Webhook not found" }];

describe("rotateWebhookSecret", () => {
  let desk: WebhookDesk;
  beforeAll(async () => {
    desk = await openWebhookDesk();
  });
  afterAll(() => desk.close());

  const rotate = (id: number, key = desk.north.broker, headers = {}) =>
    desk.lintel.call(`${WEBHOOKS}/${id}/rotate-secret`, { method: "POST", key, headers });
  /** The secrets that are stored, opened: the one that signs, and the one before. */
  async function secretsOf(id: number) {
    const row = await desk.lintel.database.db
      .selectFrom("webhook_endpoints")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const key = desk.lintel.ctx.secrets.encryptionKey;
    return [await open(key, row.sealed_secret), await open(key, row.sealed_previous_secret as string)];
  }

  it("gives a new secret, and has the one before sign for a day more", async () => {
    const { id, secret: first } = await desk.make();
    const until = new Date(desk.lintel.clock.now().getTime() + DAY).toISOString();
    const { status, body } = await rotate(id);
    expect([status, body]).toEqual([
      200,
      {
        id,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        previous_secret_valid_until: until,
      },
    ]);
    expect(await secretsOf(id)).toEqual([body.secret, first]);
    const shown = () => desk.lintel.call(`${WEBHOOKS}/${id}`, { key: desk.north.broker });
    const { body: view, text } = await shown();
    expect(view.previous_secret_valid_until).toBe(until);
    for (const secret of [first, body.secret]) expect(text).not.toContain(secret);
    desk.lintel.clock.advance(DAY);
    expect((await shown()).body.previous_secret_valid_until).toBe(null);
  });

  it("keeps the latest one before alone when it is rotated again, and of two at once each gives its own", async () => {
    const { id, secret: first } = await desk.make();
    const secrets: string[] = (await Promise.all([rotate(id), rotate(id)])).map(({ body }) => body.secret);
    const kept = await secretsOf(id);
    expect(kept.toSorted()).toEqual(secrets.toSorted());
    expect(kept).not.toContain(first);
    const { secret } = (await rotate(id)).body;
    expect(await secretsOf(id)).toEqual([secret, kept[0]]);
  });

  it("notes that there is a new one, and nothing of what it says; a repeat is not told it", async () => {
    const { id, secret: first } = await desk.make();
    const once = { "idempotency-key": "rotate" };
    const { secret } = (await rotate(id, desk.north.broker, once)).body;
    const repeat = await rotate(id, desk.north.broker, once);
    expect(repeat.status).toBe(409);
    const audit = (await auditOf(desk.lintel, "webhook", id)).slice(1);
    expect(audit).toMatchObject([
      { action: "update", before: { secret_is_new: null }, after: { secret_is_new: true } },
    ]);
    const { db } = desk.lintel.database;
    const kept = await db.selectFrom("idempotency_keys").selectAll().execute();
    for (const each of [first, secret])
      expect(JSON.stringify([audit, kept]) + repeat.text).not.toContain(each.slice("whsec_".length));
  });

  it("answers another brokerage's, a disabled brokerage's and a missing one alike, and refuses agents", async () => {
    const { id } = await desk.make({}, desk.south.broker);
    expect(outcome(await rotate(id))).toEqual(missing);
    expect(outcome(await rotate(2_147_483_647, desk.admin))).toEqual(missing);
    expect(outcome(await rotate(id, desk.south.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await rotate(id, desk.admin)).status).toBe(200);
    await desk.lintel.call(`/api/admin/brokerages/${desk.south.id}`, { method: "DELETE", key: desk.admin });
    for (const key of [desk.south.broker, desk.admin])
      expect(outcome(await rotate(id, key))).toEqual(missing);
  });
});
