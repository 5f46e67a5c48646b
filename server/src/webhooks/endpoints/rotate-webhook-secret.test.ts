import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openWebhooks, WEBHOOKS, type WebhookFixture } from "../../../test/harness/webhook-fixture.ts";
import { open } from "../../platform/crypto/seal.ts";

const DAY = 86_400_000;
const missing = [404, { detail: "Webhook not found" }];

describe("rotateWebhookSecret", () => {
  let fixture: WebhookFixture;
  beforeAll(async () => {
    fixture = await openWebhooks();
  });
  afterAll(() => fixture.close());

  const rotate = (id: number, key = fixture.north.broker, headers = {}) =>
    fixture.lintel.call(`${WEBHOOKS}/${id}/rotate-secret`, { method: "POST", key, headers });
  /** The secrets that are stored, opened: the one that signs, and the one before. */
  async function secretsOf(id: number) {
    const row = await fixture.lintel.database.db
      .selectFrom("webhook_endpoints")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const key = fixture.lintel.ctx.secrets.encryptionKey;
    return [await open(key, row.sealed_secret), await open(key, row.sealed_previous_secret as string)];
  }

  it("returns a new secret, and keeps the previous one signing for another day", async () => {
    const { id, secret: first } = await fixture.createWebhook();
    const until = new Date(fixture.lintel.clock.now().getTime() + DAY).toISOString();
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
    const shown = () => fixture.lintel.call(`${WEBHOOKS}/${id}`, { key: fixture.north.broker });
    const { body: view, text } = await shown();
    expect(view.previous_secret_valid_until).toBe(until);
    for (const secret of [first, body.secret]) expect(text).not.toContain(secret);
    fixture.lintel.clock.advance(DAY);
    expect((await shown()).body.previous_secret_valid_until).toBe(null);
  });

  it("keeps only the latest previous secret on a second rotation, and gives two concurrent rotations their own", async () => {
    const { id, secret: first } = await fixture.createWebhook();
    const secrets: string[] = (await Promise.all([rotate(id), rotate(id)])).map(({ body }) => body.secret);
    const kept = await secretsOf(id);
    expect(kept.toSorted()).toEqual(secrets.toSorted());
    expect(kept).not.toContain(first);
    const { secret } = (await rotate(id)).body;
    expect(await secretsOf(id)).toEqual([secret, kept[0]]);
  });

  it("records the rotation without the secret; a repeat does not return it", async () => {
    const { id, secret: first } = await fixture.createWebhook();
    const once = { "idempotency-key": "rotate" };
    const { secret } = (await rotate(id, fixture.north.broker, once)).body;
    const repeat = await rotate(id, fixture.north.broker, once);
    expect(repeat.status).toBe(409);
    const audit = (await auditOf(fixture.lintel, "webhook", id)).slice(1);
    expect(audit).toMatchObject([
      { action: "update", before: { secret_is_new: null }, after: { secret_is_new: true } },
    ]);
    const { db } = fixture.lintel.database;
    const kept = await db.selectFrom("idempotency_keys").selectAll().execute();
    for (const each of [first, secret])
      expect(JSON.stringify([audit, kept]) + repeat.text).not.toContain(each.slice("whsec_".length));
  });

  it("is 404 for another brokerage's, a disabled brokerage's and a missing one, and refuses agents", async () => {
    const { id } = await fixture.createWebhook({}, fixture.south.broker);
    expect(outcome(await rotate(id))).toEqual(missing);
    expect(outcome(await rotate(2_147_483_647, fixture.admin))).toEqual(missing);
    expect(outcome(await rotate(id, fixture.south.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await rotate(id, fixture.admin)).status).toBe(200);
    await fixture.lintel.call(`/api/admin/brokerages/${fixture.south.id}`, {
      method: "DELETE",
      key: fixture.admin,
    });
    for (const key of [fixture.south.broker, fixture.admin])
      expect(outcome(await rotate(id, key))).toEqual(missing);
  });
});
