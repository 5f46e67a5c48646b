import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { openWebhooks, WEBHOOKS, type WebhookFixture } from "../../../test/harness/webhook-fixture.ts";

const missing = [404, { detail: "Webhook not found" }];

describe("listWebhookDeliveries", () => {
  let fixture: WebhookFixture;
  let webhook: number;
  let ids: number[];
  beforeAll(async () => {
    fixture = await openWebhooks();
    webhook = (await fixture.createWebhook()).id;
    const failed = {
      at: "2026-06-15T11:00:00.000Z",
      status: null,
      failure: "it took too long",
      took_ms: 15_000,
    };
    ids = [
      await fixture.addDelivery(webhook, { data: { name: "Ada" } }),
      await fixture.addDelivery(webhook, { status: "pending", attempts: 1, attempt_log: [failed] }),
      await fixture.addDelivery(webhook, {
        status: "failed",
        event: "tour.requested",
        subject: "tour:7",
        attempts: 2,
        attempt_log: [failed, { ...failed, status: 503, failure: "it answered 503", took_ms: 4 }],
      }),
    ];
    const other = await fixture.createWebhook();
    await fixture.addDelivery(other.id);
  });
  afterAll(() => fixture.close());

  const list = (query = "", key = fixture.north.broker, id = webhook) =>
    fixture.lintel.call(`${WEBHOOKS}/${id}/deliveries${query}`, { key });
  const idsOf = async (query: string) => (await list(query)).body.items.map(({ id }: { id: number }) => id);

  it("lists deliveries, newest first, with each attempt and the last result", async () => {
    const { status, body } = await list();
    const now = fixture.lintel.clock.now().toISOString();
    expect([status, body.total, body.items.map(({ id }: { id: number }) => id)]).toEqual([
      200,
      3,
      ids.toReversed(),
    ]);
    expect(body.items[2]).toEqual({
      id: ids[0],
      message_id: "msg_1",
      event: "lead.created",
      subject: "lead:1",
      status: "delivered",
      attempts: 0,
      next_attempt_at: null,
      created_at: now,
      delivered_at: now,
      last_status: null,
      last_failure: null,
      attempt_log: [],
      payload: { event: "lead.created", timestamp: now, data: { name: "Ada" } },
    });
    expect(body.items.slice(0, 2)).toMatchObject([
      { subject: "tour:7", last_status: 503, last_failure: "it answered 503", next_attempt_at: null },
      { last_status: null, last_failure: "it took too long", next_attempt_at: now, delivered_at: null },
    ]);
  });

  it("filters by status and event, in pages", async () => {
    expect(await idsOf("?status=pending")).toEqual([ids[1]]);
    expect(await idsOf("?event=tour.requested")).toEqual([ids[2]]);
    expect(await idsOf("?event=lead.created&status=delivered")).toEqual([ids[0]]);
    expect(await idsOf("?page=2&page_size=2")).toEqual([ids[0]]);
    expect((await list("?page=9&page_size=2")).body).toMatchObject({ items: [], total: 3, total_pages: 2 });
    expect(validationErrors(await list("?status=lost&event=all"))).toEqual([
      422,
      [
        ["query.status", "status must be one of pending, delivered, failed"],
        ["query.event", expect.stringMatching(/^event must be one of image\.analyzed/)],
      ],
    ]);
  });

  it("is 404 for another brokerage", async () => {
    expect(outcome(await list("", fixture.south.broker))).toEqual(missing);
    expect(outcome(await list("", fixture.admin, 2_147_483_647))).toEqual(missing);
    expect(outcome(await list("", fixture.north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await list("", fixture.admin)).body.total).toBe(3);
  });
});
