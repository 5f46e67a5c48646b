import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { enqueue } from "../enqueue.ts";
import type { NewMessage } from "../message.ts";

const MESSAGES = "/api/v1/admin/messages";

describe("listMessages", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
    await write({ recipient: "ada@visitors.test" });
    await write({ recipient: "Grace@Visitors.test" }, { state: "failed", failure: "550 no such mailbox" });
    await write({ recipient: "+12085550101", channel: "sms" });
    await write({ recipient: "ada@visitors.test", brokerageId: south.id });
  });
  afterAll(() => lintel.close());

  /** Straight into the ledger. */
  async function write(message: Partial<NewMessage>, columns?: { state: string; failure: string }) {
    const occasion = `test ${++made}`;
    await enqueue(lintel.ctx, [
      {
        brokerageId: north.id,
        leadId: null,
        channel: "email",
        recipient: "ada@visitors.test",
        occasion,
        content: { template: "agent_reminder", data: { secret: "of the content" }, audience: "staff" },
        ...message,
      },
    ]);
    if (!columns) return;
    await lintel.database.db
      .updateTable("messages")
      .set({ ...columns, finished_at: lintel.clock.now(), attempts: 3, content: null })
      .where("occasion", "=", occasion)
      .execute();
  }

  const list = async (query = "", key = north.broker) => lintel.call(`${MESSAGES}${query}`, { key });
  const recipients = async (query = "", key = north.broker) =>
    (await list(query, key)).body.items.map(({ to }: { to: string }) => to);

  it("shows the ledger newest first, with what became of each message, and nothing of what it said", async () => {
    const now = lintel.clock.now().toISOString();
    const { status, body, text } = await list();
    expect([status, body.total]).toEqual([200, 3]);
    expect(body.items.map(({ to }: { to: string }) => to)).toEqual([
      "+12085550101",
      "Grace@Visitors.test",
      "ada@visitors.test",
    ]);
    expect(body.items[1]).toEqual({
      id: expect.any(Number),
      brokerage_id: north.id,
      lead_id: null,
      kind: "agent_reminder",
      channel: "email",
      to: "Grace@Visitors.test",
      outcome: "failed",
      attempts: 3,
      reason: "550 no such mailbox",
      created_at: now,
      due_at: now,
      finished_at: now,
    });
    expect(text).not.toContain("of the content");
  });

  it("is read by channel, outcome and recipient, in pages", async () => {
    expect(await recipients("?channel=sms")).toEqual(["+12085550101"]);
    expect(await recipients("?outcome=failed")).toEqual(["Grace@Visitors.test"]);
    expect(await recipients("?to=grace@visitors.TEST")).toEqual(["Grace@Visitors.test"]);
    expect(await recipients("?page=2&page_size=2")).toEqual(["ada@visitors.test"]);
    expect((await list("?channel=fax")).status).toBe(422);
  });

  it("shows brokers their own brokerage alone, admins all or one, and agents nothing", async () => {
    expect(await recipients(`?brokerage_id=${south.id}`)).toEqual([]);
    expect(await recipients("", south.broker)).toEqual(["ada@visitors.test"]);
    expect(await recipients(`?brokerage_id=${south.id}`, admin)).toEqual(["ada@visitors.test"]);
    expect((await list("", admin)).body.total).toBe(4);
    expect((await list("", north.agent)).status).toBe(403);
  });
});
