import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { leadByForm, sendForm } from "../../../test/harness/contact-form.ts";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

/** A form on an agent's own page names the agent. */
describe("submitContactForm: agent_slug", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let other: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `north-${++made}`);
    other = await openRouting(lintel, `south-${made}`);
    for (const name of ["ann", "bob", "cem"]) await brokerage.hire(name, { slug: slugOf(name) });
    await other.hire("xia", { slug: slugOf("xia") });
  });

  const slugOf = (name: string) => `${name}-${made}`;
  const decision = async (fields: object) => {
    const lead = await leadByForm(lintel, brokerage.host, fields);
    const [{ body: stored }, { body: routed }] = [
      await brokerage.lead(lead),
      await brokerage.routing(lead),
    ] as const;
    return [stored.assigned_agent?.name, routed.used_strategy];
  };
  const countLeads = async () => (await lintel.database.db.selectFrom("leads").select("id").execute()).length;

  it("gives the lead to that agent out of turn, and counts as the agent's turn", async () => {
    expect(await decision({ agent_slug: slugOf("cem") })).toEqual(["cem", "visitor_choice"]);
    expect(await decision({ agent_slug: ` ${slugOf("cem")} ` })).toEqual(["cem", "visitor_choice"]);
    expect(await brokerage.nextAgents(3)).toEqual(["ann", "bob", "cem"]);
  });

  it.each([{ accepting_leads: false }, { on_vacation: true }])(
    "of an agent with %j is routed like any other form",
    async (fields) => {
      await brokerage.hire("dot", { slug: slugOf("dot"), ...fields });
      expect(await decision({ agent_slug: slugOf("dot") })).toEqual(["ann", "least_recently_assigned"]);
    },
  );

  it.each([undefined, null, "", "  "])("%j is a form to no agent", async (agent_slug) => {
    expect(await decision({ agent_slug })).toEqual(["ann", "least_recently_assigned"]);
  });

  it("takes precedence over the agent whom the visit has chosen", async () => {
    const { body } = await lintel.call("/sessions", { method: "POST", host: brokerage.host });
    const headers = { "x-session-id": body.session_id };
    const agents = (await lintel.call("/api/public/agents", { host: brokerage.host })).body.items;
    const bob = agents.find(({ name }: { name: string }) => name === "bob").id;
    const chosen = await lintel.call("/sessions/assign-agent", {
      method: "POST",
      host: brokerage.host,
      headers,
      body: { agent_id: String(bob) },
    });
    expect(chosen.status).toBe(200);
    const sent = await sendForm(lintel, brokerage.host, { agent_slug: slugOf("cem") }, headers);
    expect((await brokerage.lead(sent.body.lead_id)).body.assigned_agent.name).toBe("cem");
  });

  it("of no agent whom the website shows is an error of the field, and no lead", async () => {
    await brokerage.hire("idle", { slug: slugOf("idle"), status: "inactive" });
    await brokerage.hire("gone", { slug: slugOf("gone"), disabled_at: new Date() });
    const before = await countLeads();
    const unknown = ["idle", "gone", "xia"].map(slugOf);
    for (const agent_slug of [...unknown, "missing", slugOf("ANN"), "'--", "../ann", "ann\u202e"]) {
      const reply = await sendForm(lintel, brokerage.host, { agent_slug });
      expect([agent_slug, ...validationErrors(reply)]).toEqual([
        agent_slug,
        422,
        [["body.agent_slug", "agent_slug must be the slug of an agent of this brokerage"]],
      ]);
    }
    expect(await countLeads()).toBe(before);
  });

  it.each([
    [7, "agent_slug must be text or null"],
    ["x".repeat(101), "agent_slug must be at most 100 characters"],
    ["a\0b", "agent_slug must not contain NUL characters"],
  ])("refuses %j", async (agent_slug, msg) => {
    const reply = await sendForm(lintel, brokerage.host, { agent_slug });
    expect(validationErrors(reply)).toEqual([422, [["body.agent_slug", msg]]]);
  });
});
