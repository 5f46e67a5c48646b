import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const person = { email: "ada@visitors.test", subject: "Hello", message: "Hello" };
const form = { ...person, firstName: "Ada", lastName: "Lovelace" };

describe("what a route does not declare", () => {
  let lintel: TestApp;
  let home: BrokerageFixture;
  let other: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    home = await openBrokerage(lintel, "home");
    other = await openBrokerage(lintel, "other");
  });
  afterAll(() => lintel.close());

  it("a query parameter does not pass for a field of the body: the write is refused", async () => {
    const admin = await lintel.createKey("admin", { brokerageId: home.id });
    const reply = await lintel.call(`/api/v1/admin/leads?brokerage_id=${other.id}&notes=from+the+query`, {
      method: "POST",
      key: admin,
      body: { ...person, first_name: "Ada", last_name: "Lovelace" },
    });
    expect([reply.status, reply.body.detail.map(({ loc }: { loc: string[] }) => loc)]).toEqual([
      422,
      [
        ["query", "brokerage_id"],
        ["query", "notes"],
      ],
    ]);
  });

  it("a brokerage_id in the query of a write does not stand for the Host", async () => {
    const sent = { method: "POST", body: form } as const;
    const unknown = await lintel.call(`/api/contact?brokerage_id=${home.id}`, {
      ...sent,
      host: "unknown.test",
    });
    expect([unknown.status, unknown.body]).toEqual([404, { detail: "Brokerage not found" }]);
    const refused = await lintel.call(`/api/contact?brokerage_id=${other.id}`, { ...sent, host: home.host });
    expect(refused.status).toBe(422);
    for (const { broker } of [home, other]) {
      const { body } = await lintel.call("/api/v1/admin/leads", { key: broker });
      expect(body.items).toEqual([]);
    }
  });

  it("a field of any kind takes what no other could keep", async () => {
    const reply = await lintel.call("/api/contact", {
      method: "POST",
      host: home.host,
      body: { ...form, website: "\0" },
    });
    const lead = await lintel.call(`/api/v1/admin/leads/${reply.body.lead_id}`, { key: home.broker });
    expect([reply.status, lead.body.suspect]).toEqual([200, expect.arrayContaining(["honeypot"])]);
  });
});
