import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
} from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("removeBrokerageDomain", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: BrokerageFixture;
  let domain: { id: number };
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  beforeEach(async () => {
    brokerage = await openBrokerage(lintel, `office-${++made}`);
    const { body } = await lintel.call(`/api/admin/brokerages/${brokerage.id}/domains`, { key: admin });
    domain = body.items[0];
  });
  afterAll(() => lintel.close());

  const remove = ({ key = admin, brokerageId = brokerage.id, id = domain.id } = {}) =>
    lintel.call(`/api/admin/brokerages/${brokerageId}/domains/${id}`, { method: "DELETE", key });

  it("stops the brokerage from answering there at once, and leaves the domain to others", async () => {
    const site = () => lintel.call("/api/public/brokerage", { host: brokerage.host });
    expect((await site()).status).toBe(200);
    expect(outcome(await remove())).toEqual([200, { message: "Domain removed" }]);
    expect(outcome(await site())).toEqual([404, { detail: "Brokerage not found" }]);
    const other = await openBrokerage(lintel, `other-${made}`);
    const added = await lintel.call(`/api/admin/brokerages/${other.id}/domains`, {
      method: "POST",
      key: admin,
      body: { domain: brokerage.host },
    });
    expect([added.status, (await site()).body.name]).toEqual([201, `other-${made}`]);
  });

  it("also frees a disabled brokerage's domain", async () => {
    await lintel.call(`/api/admin/brokerages/${brokerage.id}`, { method: "DELETE", key: admin });
    expect((await remove()).status).toBe(200);
  });

  it("answers 404 for a domain that is missing, gone or another brokerage's", async () => {
    const missing = [404, { detail: "Domain not found" }];
    const other = await openBrokerage(lintel, `other-${made}`);
    expect(outcome(await remove({ brokerageId: other.id }))).toEqual(missing);
    expect(outcome(await remove({ id: 2_147_483_647 }))).toEqual(missing);
    const both = await Promise.all([remove(), remove()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(outcome(await remove())).toEqual(missing);
    expect(outcome(await remove({ brokerageId: 999_999 }))).toEqual([404, { detail: "Brokerage not found" }]);
    const rows = await auditOf(lintel, "brokerage_domain", domain.id);
    expect(rows.at(-1)).toMatchObject({ action: "delete", before: { domain: brokerage.host }, after: null });
    expect(rows).toHaveLength(2);
  });

  it("is for admins", async () => {
    for (const key of [brokerage.broker, brokerage.agent])
      expect(outcome(await remove({ key }))).toEqual([403, { detail: "Admin role required" }]);
  });
});
