import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/admin/agents";
const NOT_FOUND = [404, { detail: "Agent not found" }];

describe("updateAgent, of a disabled one", () => {
  let lintel: TestApp;
  let tenant: { id: number; host: string };
  let admin: string;
  let broker: string;
  let id: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    tenant = await lintel.createTenant("acme");
    admin = await lintel.createKey("admin");
    broker = await lintel.createKey("broker", { brokerageId: tenant.id });
  });
  beforeEach(async () => {
    made++;
    const body = {
      brokerage_id: tenant.id,
      name: nameOf(made),
      slug: `a-${made}`,
      email: `a${made}@acme.test`,
    };
    ({ id } = (await lintel.call(PATH, { method: "POST", key: admin, body })).body);
    await lintel.call(`${PATH}/${id}`, { method: "DELETE", key: admin });
  });
  afterAll(() => lintel.close());

  const nameOf = (nth: number) => `Wolfgang${nth} Oberlin`;
  const update = (body: unknown, key = admin) => lintel.call(`${PATH}/${id}`, { method: "PUT", key, body });
  const restore = () => update({ disabled_at: null });

  it("brings the agent back with disabled_at null, together with all other fields that are sent", async () => {
    lintel.clock.advance(60_000);
    const reply = await update({ disabled_at: null, bio: "Back." });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      disabled_at: null,
      bio: "Back.",
      updated_at: lintel.clock.now().toISOString(),
    });
    expect(outcome(await lintel.call(`${PATH}/${id}`, { key: broker }))).toEqual(outcome(reply));
  });

  it("brings the agent back into lists, public pages and the search", async () => {
    const places = async () => [
      (await lintel.call(`${PATH}?search=${nameOf(made)}`, { key: broker })).body.total,
      (
        await lintel.call(`/api/admin/search/agents?q=${nameOf(made)}&limit=1`, { key: broker })
      ).body.results.map(({ name }: { name: string }) => name),
      (await lintel.call(`/api/public/agents/a-${made}`, { host: tenant.host })).status,
    ];
    const [listed, found, site] = await places();
    expect([listed, site]).toEqual([0, 404]);
    expect(found).not.toContain(nameOf(made));
    await restore();
    expect(await places()).toEqual([1, [nameOf(made)], 200]);
  });

  it("leaves an audit row", async () => {
    const disabled_at = lintel.clock.now().toISOString();
    await restore();
    expect((await auditOf(lintel, "agent", id)).slice(-1)).toEqual([
      {
        action: "update",
        actor_name: "admin key",
        brokerage_id: tenant.id,
        before: { disabled_at },
        after: { disabled_at: null },
      },
    ]);
  });

  it("keeps its slug for the agent meanwhile", async () => {
    const { id: other } = await lintel.createAgent(tenant.id);
    const taken = await lintel.call(`${PATH}/${other}`, {
      method: "PUT",
      key: admin,
      body: { slug: `a-${made}` },
    });
    expect(taken.status).toBe(400);
    expect((await restore()).body.slug).toBe(`a-${made}`);
  });

  it("does not exist for an edit that does not bring it back", async () => {
    for (const body of [{ bio: "x" }, {}]) expect(outcome(await update(body))).toEqual(NOT_FOUND);
  });

  it("does not exist for brokers, with any body; of an agent who is there, null changes nothing", async () => {
    expect(outcome(await update({ disabled_at: null }, broker))).toEqual(NOT_FOUND);
    const { body } = await restore();
    lintel.clock.advance(60_000);
    expect(outcome(await update({ disabled_at: null }, broker))).toEqual([200, body]);
  });

  it.each(["2026-01-01T00:00:00Z", "", false, 0])("takes nothing but null: not %j", async (disabled_at) => {
    const refusal = [422, [["body.disabled_at", "disabled_at must be null"]]];
    expect(validationErrors(await update({ disabled_at }))).toEqual(refusal);
    await restore();
    for (const key of [admin, broker])
      expect(validationErrors(await update({ disabled_at }, key))).toEqual(refusal);
  });

  it("comes back once of several times at once, with one audit row", async () => {
    const replies = await Promise.all([restore(), restore(), restore()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const updates = (await auditOf(lintel, "agent", id)).filter(({ action }) => action === "update");
    expect(updates).toHaveLength(1);
  });

  it("waits for its brokerage to be back first", async () => {
    const { id: closed } = await lintel.createTenant(`closed-${made}`);
    ({ id } = await lintel.createAgent(closed, { disabled_at: lintel.clock.now() }));
    await lintel.call(`/api/admin/brokerages/${closed}`, { method: "DELETE", key: admin });
    expect(outcome(await restore())).toEqual(NOT_FOUND);
    await lintel.call(`/api/admin/brokerages/${closed}`, {
      method: "PUT",
      key: admin,
      body: { disabled_at: null },
    });
    expect((await restore()).status).toBe(200);
  });
});
