import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWebhooks, WEBHOOKS, type WebhookFixture } from "../../../test/harness/webhook-fixture.ts";

describe("listWebhooks", () => {
  let fixture: WebhookFixture;
  let webhook: { id: number };
  beforeAll(async () => {
    fixture = await openWebhooks();
    webhook = await fixture.createWebhook();
    await fixture.createWebhook();
    await fixture.createWebhook({}, fixture.admin);
  });
  afterAll(() => fixture.close());

  const list = (query = "", key = fixture.north.broker) => fixture.lintel.call(WEBHOOKS + query, { key });
  const idsOf = async (query: string, key: string) =>
    (await list(query, key)).body.items.map(({ id }: { id: number }) => id);

  it("lists visible webhooks, newest first, in pages, without secrets", async () => {
    const { id } = await fixture.createWebhook({}, fixture.south.broker);
    const own = (await list()).body;
    expect(own.items.map((item: { brokerage_id: number }) => item.brokerage_id)).toEqual(
      own.items.map(() => fixture.north.id),
    );
    expect(own.total).toBe(own.items.length);
    expect((await list("", fixture.south.broker)).body.items).toMatchObject([{ id }]);
    const all = await list("?page_size=2&page=1", fixture.admin);
    expect(all.body.items[0].id).toBe(id);
    expect(all.body).toMatchObject({ page: 1, page_size: 2, total: own.total + 2 });
    expect(all.text).not.toMatch(/whsec|"secret"|sealed/);
    expect(await idsOf(`?brokerage_id=${fixture.south.id}`, fixture.admin)).toEqual([id]);
    expect(await idsOf(`?brokerage_id=${fixture.south.id}`, fixture.north.broker)).toEqual([]);
  });

  it("lists a disabled brokerage's only to an admin who names it", async () => {
    const { id } = fixture.south;
    const foreign = await idsOf("", fixture.south.broker);
    expect(foreign).toHaveLength(1);
    await fixture.lintel.call(`/api/admin/brokerages/${id}`, { method: "DELETE", key: fixture.admin });
    expect(await idsOf("", fixture.south.broker)).toEqual([]);
    expect(await idsOf("", fixture.admin)).toHaveLength(3);
    expect(await idsOf("", fixture.admin)).toContain(webhook.id);
    expect(await idsOf(`?brokerage_id=${id}`, fixture.admin)).toEqual(foreign);
  });
});
