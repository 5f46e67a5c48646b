import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/admin/brokerages";
const NOT_FOUND = [404, { detail: "Brokerage not found" }];

describe("updateBrokerage, of a disabled one", () => {
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

  const update = (body: unknown, key = admin) =>
    lintel.call(`${PATH}/${brokerage.id}`, { method: "PUT", key, body });
  const disable = () => lintel.call(`${PATH}/${brokerage.id}`, { method: "DELETE", key: admin });
  const restore = () => update({ disabled_at: null });
  const add = (path: string, fields: object) =>
    lintel.call(path, { method: "POST", key: admin, body: { brokerage_id: brokerage.id, ...fields } });

  it("brings it back with disabled_at null, together with all other fields that are sent", async () => {
    const { body: before } = await lintel.call(`${PATH}/${brokerage.id}`, { key: admin });
    await disable();
    lintel.clock.advance(60_000);
    const reply = await update({ disabled_at: null, tagline: "Open again" });
    const updated_at = lintel.clock.now().toISOString();
    expect(outcome(reply)).toEqual([200, { ...before, tagline: "Open again", updated_at }]);
    expect(outcome(await lintel.call(`${PATH}/${brokerage.id}`, { key: brokerage.agent }))).toEqual(
      outcome(reply),
    );
  });

  it("makes its domains resolve at once, also right after a request to them", async () => {
    await disable();
    const site = async () => (await lintel.call("/api/public/brokerage", { host: brokerage.host })).status;
    expect(await site()).toBe(404);
    await restore();
    expect(await site()).toBe(200);
  });

  it("makes it, its contacts and its agents be found again", async () => {
    const name = `Quenby${made} Thornhill`;
    await update({ name });
    await add("/api/admin/broker-contacts", { name, email: "q@contacts.test" });
    await add("/api/admin/agents", { name, slug: `quenby-${made}`, email: "q@agents.test" });
    const totals = () =>
      Promise.all(
        ["brokerages", "broker-contacts", "agents"].map(
          async (kind) =>
            (await lintel.call(`/api/admin/search/${kind}?q=${name}`, { key: brokerage.broker })).body.total,
        ),
      );
    expect(await totals()).toEqual([1, 1, 1]);
    await disable();
    expect(await totals()).toEqual([0, 0, 0]);
    await restore();
    expect(await totals()).toEqual([1, 1, 1]);
  });

  it("leaves an audit row of each", async () => {
    await disable();
    const disabled_at = lintel.clock.now().toISOString();
    await update({ disabled_at: null, tagline: "Open again" });
    const rows = (await auditOf(lintel, "brokerage", brokerage.id)).slice(-2);
    expect(rows).toMatchObject([
      { action: "delete", after: { disabled_at } },
      {
        action: "update",
        actor_name: "admin key",
        brokerage_id: brokerage.id,
        before: { disabled_at, tagline: null },
        after: { disabled_at: null, tagline: "Open again" },
      },
    ]);
  });

  it("keeps its slug and its domains for it meanwhile", async () => {
    await disable();
    const other = await lintel.createTenant(`other-${made}`);
    const slug = await lintel.call(PATH, {
      method: "POST",
      key: admin,
      body: { slug: `office-${made}`, name: "x" },
    });
    const domain = await lintel.call(`${PATH}/${other.id}/domains`, {
      method: "POST",
      key: admin,
      body: { domain: brokerage.host },
    });
    expect([slug.status, domain.status]).toEqual([400, 409]);
    expect((await restore()).status).toBe(200);
  });

  it("does not exist for an edit that does not bring it back", async () => {
    await disable();
    expect(outcome(await update({ tagline: "x" }))).toEqual(NOT_FOUND);
    expect(outcome(await update({}))).toEqual(NOT_FOUND);
  });

  it("stays disabled when anything else of the edit is refused", async () => {
    await disable();
    const other = await lintel.createTenant(`other-${made}`);
    expect(other.id).toBeGreaterThan(0);
    expect((await update({ disabled_at: null, slug: `other-${made}` })).status).toBe(400);
    expect((await update({ disabled_at: null, name: null })).status).toBe(422);
    expect((await lintel.call("/api/public/brokerage", { host: brokerage.host })).status).toBe(404);
  });

  it.each(["2026-01-01T00:00:00Z", "", false, 0])("takes nothing but null: not %j", async (disabled_at) => {
    const refusal = [422, [["body.disabled_at", "disabled_at must be null"]]];
    expect(validationErrors(await update({ disabled_at }))).toEqual(refusal);
    await disable();
    expect(validationErrors(await update({ disabled_at }))).toEqual(refusal);
  });

  it("comes back once of several times at once, with one audit row", async () => {
    await disable();
    const replies = await Promise.all([restore(), restore(), restore()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const updates = (await auditOf(lintel, "brokerage", brokerage.id)).filter(
      ({ action }) => action === "update",
    );
    expect(updates).toHaveLength(1);
  });

  it("is brought back by admins alone", async () => {
    await disable();
    for (const key of [brokerage.broker, brokerage.agent])
      expect(outcome(await update({ disabled_at: null }, key))).toEqual([
        403,
        { detail: "Admin role required" },
      ]);
  });
});
