import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createWebhookFixture,
  WEBHOOKS,
  type WebhookFixture,
} from "../../../test/harness/webhook-fixture.ts";

describe("listWebhooks", () => {
  let desk: WebhookFixture;
  let webhook: { id: number };
  beforeAll(async () => {
    desk = await createWebhookFixture();
    webhook = await desk.createWebhook();
    await desk.createWebhook();
    await desk.createWebhook({}, desk.admin);
  });
  afterAll(() => desk.close());

  const list = (query = "", key = desk.north.broker) => desk.lintel.call(WEBHOOKS + query, { key });
  const idsOf = async (query: string, key: string) =>
    (await list(query, key)).body.items.map(({ id }: { id: number }) => id);

  it("lists visible webhooks, newest first, in pages, without secrets", async () => {
    const { id } = await desk.createWebhook({}, desk.south.broker);
    const own = (await list()).body;
    expect(own.items.map((item: { brokerage_id: number }) => item.brokerage_id)).toEqual(
      own.items.map(() => desk.north.id),
    );
    expect(own.total).toBe(own.items.length);
    expect((await list("", desk.south.broker)).body.items).toMatchObject([{ id }]);
    const all = await list("?page_size=2&page=1", desk.admin);
    expect(all.body.items[0].id).toBe(id);
    expect(all.body).toMatchObject({ page: 1, page_size: 2, total: own.total + 2 });
    expect(all.text).not.toMatch(/whsec|"secret"|sealed/);
    expect(await idsOf(`?brokerage_id=${desk.south.id}`, desk.admin)).toEqual([id]);
    expect(await idsOf(`?brokerage_id=${desk.south.id}`, desk.north.broker)).toEqual([]);
  });

  it("lists a disabled brokerage's only to an admin who names it", async () => {
    const { id } = desk.south;
    const theirs = await idsOf("", desk.south.broker);
    expect(theirs).toHaveLength(1);
    await desk.lintel.call(`/api/admin/brokerages/${id}`, { method: "DELETE", key: desk.admin });
    expect(await idsOf("", desk.south.broker)).toEqual([]);
    expect(await idsOf("", desk.admin)).toHaveLength(3);
    expect(await idsOf("", desk.admin)).toContain(webhook.id);
    expect(await idsOf(`?brokerage_id=${id}`, desk.admin)).toEqual(theirs);
  });
});
