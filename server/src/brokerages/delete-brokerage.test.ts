import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
} from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/admin/brokerages";
const NOT_FOUND = [404, { detail: "Brokerage not found" }];

describe("deleteBrokerage", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: BrokerageFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  beforeEach(async () => {
    brokerage = await openBrokerage(lintel, `office-${++made}`);
  });
  afterAll(() => lintel.close());

  const remove = (key = admin, id: number = brokerage.id) =>
    lintel.call(`${PATH}/${id}`, { method: "DELETE", key });

  it("disables: the record stays, with the moment, for admins", async () => {
    expect(outcome(await remove())).toEqual([200, { message: "Brokerage deleted" }]);
    const { body } = await lintel.call(`${PATH}/${brokerage.id}`, { key: admin });
    const now = lintel.clock.now().toISOString();
    expect([body.disabled_at, body.updated_at]).toEqual([now, now]);
  });

  it("stops its domain from resolving at once, also right after a request to it", async () => {
    const paths = ["/api/public/brokerage", "/api/properties"];
    for (const path of paths) expect((await lintel.call(path, { host: brokerage.host })).status).toBe(200);
    await remove();
    for (const path of paths) {
      expect(outcome(await lintel.call(path, { host: brokerage.host }))).toEqual(NOT_FOUND);
      expect(outcome(await lintel.call(`${path}?brokerage_id=${brokerage.id}`))).toEqual(NOT_FOUND);
    }
  });

  it("takes it, and all it has, from its own people", async () => {
    const { body: contact } = await lintel.call("/api/admin/broker-contacts", {
      method: "POST",
      key: admin,
      body: { brokerage_id: brokerage.id, name: "Ann", email: "ann@oak.test" },
    });
    await remove();
    const own = `${PATH}/${brokerage.id}`;
    for (const path of [own, `${own}/lead-settings`, `${own}/sms-account`, `${own}/sources`])
      expect([path, ...outcome(await lintel.call(path, { key: brokerage.broker }))]).toEqual([
        path,
        ...NOT_FOUND,
      ]);
    const contactReply = await lintel.call(`/api/admin/broker-contacts/${contact.id}`, {
      key: brokerage.agent,
    });
    expect(outcome(contactReply)).toEqual([404, { detail: "Broker contact not found" }]);
    const list = await lintel.call("/api/admin/broker-contacts", { key: brokerage.broker });
    expect([list.status, list.body.items, list.body.total]).toEqual([200, [], 0]);
  });

  it("lets admins read its records, and refuses every write", async () => {
    await remove();
    const own = `${PATH}/${brokerage.id}`;
    for (const path of [own, `${own}/domains`, `${own}/sources`, `${own}/lead-settings`])
      expect([path, (await lintel.call(path, { key: admin })).status]).toEqual([path, 200]);
    const changes = [
      ["PUT", own, { name: "x" }],
      ["POST", `${own}/domains`, { domain: "new.example.com" }],
      ["PUT", `${own}/sources`, { sources: [] }],
      ["PUT", `${own}/lead-settings`, { sms: true }],
      ["PUT", `${own}/sms-account`, {}],
      ["POST", "/api/admin/broker-contacts", { brokerage_id: brokerage.id, name: "A", email: "a@b.test" }],
    ] as const;
    for (const [method, path, body] of changes)
      expect([path, ...outcome(await lintel.call(path, { method, key: admin, body }))]).toEqual([
        path,
        ...NOT_FOUND,
      ]);
  });

  it("answers 404 the second time, and keeps the first moment", async () => {
    await remove();
    const { disabled_at } = (await lintel.call(`${PATH}/${brokerage.id}`, { key: admin })).body;
    lintel.clock.advance(60_000);
    expect(outcome(await remove())).toEqual(NOT_FOUND);
    expect((await lintel.call(`${PATH}/${brokerage.id}`, { key: admin })).body.disabled_at).toBe(disabled_at);
    expect(outcome(await remove(admin, 2_147_483_647))).toEqual(NOT_FOUND);
  });

  it("happens once when asked for several times at once, with one audit row", async () => {
    const replies = await Promise.all([remove(), remove(), remove()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const rows = (await auditOf(lintel, "brokerage", brokerage.id)).filter(
      ({ action }) => action === "delete",
    );
    expect(rows).toMatchObject([
      {
        actor_name: "admin key",
        brokerage_id: brokerage.id,
        after: { disabled_at: lintel.clock.now().toISOString() },
      },
    ]);
    expect(rows[0]?.before).toMatchObject({ slug: `office-${made}`, disabled_at: null });
  });

  it("is for admins", async () => {
    for (const key of [brokerage.broker, brokerage.agent])
      expect(outcome(await remove(key))).toEqual([403, { detail: "Admin role required" }]);
    expect((await lintel.call("/api/public/brokerage", { host: brokerage.host })).status).toBe(200);
  });
});
