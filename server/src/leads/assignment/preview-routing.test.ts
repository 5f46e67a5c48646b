import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { everyRow } from "../../../test/harness/all-rows.ts";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { home, subscribe } from "../../../test/harness/market.ts";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const PREVIEW = "/api/v1/admin/routing/preview";

describe("previewRouting", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `previewing-${++made}`);
  });

  const preview = (body: object = {}, key = brokerage.broker) =>
    lintel.call(PREVIEW, { method: "POST", key, body });
  const nextAgent = async (body: object = {}) => {
    const { agent_id, candidates } = (await preview(body)).body;
    return candidates.find((each: { agent_id: number }) => each.agent_id === agent_id)?.name ?? null;
  };

  it("tells who would get it, in which order the others follow, and why the rest would not", async () => {
    const ann = await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob", { on_vacation: true });
    const cem = await brokerage.hire("Cem");
    await brokerage.registered();
    const lastLead = lintel.clock.now().toISOString();
    expect(outcome(await preview())).toEqual([
      200,
      {
        brokerage_id: brokerage.id,
        reason: "routed",
        strategy: "least_recently_assigned",
        used_strategy: "least_recently_assigned",
        agent_id: cem,
        candidates: [
          {
            agent_id: ann,
            name: "Ann",
            eligible: true,
            reason: null,
            rank: 2,
            ranked_by: "least_recently_assigned",
            last_lead_at: lastLead,
          },
          {
            agent_id: bob,
            name: "Bob",
            eligible: false,
            reason: "on vacation",
            rank: null,
            ranked_by: null,
            last_lead_at: null,
          },
          {
            agent_id: cem,
            name: "Cem",
            eligible: true,
            reason: null,
            rank: 1,
            ranked_by: "least_recently_assigned",
            last_lead_at: null,
          },
        ],
      },
    ]);
  });

  it.each(["least_recently_assigned", "weighted", "primary_agent", "semantic_match"])(
    "changes nothing: after ten previews real leads go where they go without (%s)",
    async (routing_strategy) => {
      const weights = { Ann: 3, Bob: 1, Cem: 2 };
      const twin = await openRouting(lintel, `previewing-${++made}`);
      for (const each of [brokerage, twin]) {
        for (const [name, weight] of Object.entries(weights)) await each.hire(name, { weight });
        await each.updateSettings({ routing_strategy });
      }
      for (let lead = 0; lead < 8; lead++) {
        const before = await everyRow(lintel.database.db, { except: ["api_keys"] });
        const names = new Set<string | null>();
        for (let nth = 0; nth < 10; nth++) names.add(await nextAgent());
        expect(await everyRow(lintel.database.db, { except: ["api_keys"] })).toEqual(before);
        const [withPreviews, without] = [
          (await brokerage.registered()).agent,
          (await twin.registered()).agent,
        ];
        expect([...names, withPreviews]).toEqual([without, without]);
      }
    },
  );

  it("gives precedence to the agent whom the visitor has chosen, and matches the place", async () => {
    await brokerage.hire("Ann");
    await brokerage.hire("Bob", {
      slug: `bob-${made}`,
      specialties: ["Homes in Nampa"],
      bio: "I live in Nampa.",
    });
    expect((await preview({ agent_slug: `bob-${made}` })).body).toMatchObject({
      used_strategy: "visitor_choice",
      candidates: [
        { name: "Ann", rank: 2 },
        { name: "Bob", rank: 1, ranked_by: "visitor_choice" },
      ],
    });
    await brokerage.updateSettings({ routing_strategy: "semantic_match" });
    expect((await preview()).body.used_strategy).toBe("least_recently_assigned");
    const source = `previewing-${made}`;
    await lintel.importListings(source, [home({ ListingId: source, City: "Nampa" })]);
    await subscribe(lintel, brokerage.id, [source]);
    for (const body of [{ city: "Nampa" }, { listing_id: source }])
      expect([(await preview(body)).body.used_strategy, await nextAgent(body)]).toEqual([
        "semantic_match",
        "Bob",
      ]);
  });

  it("keeps the agent of an earlier lead of the email, where the intake does", async () => {
    await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob");
    await brokerage.registered();
    const { body } = await brokerage.register({ name: "Ada", email: "ada@visitors.test" });
    expect(body.assigned_agent.name).toBe("Bob");
    const kept = { agent_id: bob, used_strategy: null };
    const email = "ADA@visitors.test";
    expect((await preview({ email })).body).toMatchObject({ reason: "routed" });
    expect(await nextAgent({ email })).toBe("Ann");
    expect((await preview({ email, intake: "tour" })).body).toMatchObject({
      ...kept,
      reason: "open_lead_of_same_email",
    });
    expect((await preview({ email, intake: "registration" })).body).toMatchObject({
      ...kept,
      reason: "same_email_within_a_day",
    });
    lintel.clock.advance(25 * 3_600_000);
    expect((await preview({ email, intake: "registration" })).body).toMatchObject({ reason: "routed" });
  });

  it("routes a lead that exists to an agent who has not had it", async () => {
    const ann = await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob");
    const { id } = await brokerage.registered();
    expect((await preview({ lead_id: id })).body).toMatchObject({
      reason: "routed",
      agent_id: bob,
      candidates: [
        { agent_id: ann, eligible: false, reason: "has had this lead" },
        { agent_id: bob, rank: 1 },
      ],
    });
    await brokerage.updateAgent(bob, { on_vacation: true });
    expect((await preview({ lead_id: id })).body).toMatchObject({ reason: "no_agent", agent_id: null });
    expect((await brokerage.lead(id)).body.assigned_agent.name).toBe("Ann");
  });

  it("is for brokers of the brokerage and for admins", async () => {
    await brokerage.hire("Ann");
    const other = await openRouting(lintel, `previewing-${++made}`);
    const admin = await lintel.createKey("admin");
    const { id } = await brokerage.registered();
    expect(outcome(await preview({}, brokerage.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await preview({}, admin)).status).toBe(400);
    expect((await preview({ brokerage_id: brokerage.id }, admin)).body.brokerage_id).toBe(brokerage.id);
    expect((await preview({ lead_id: id }, admin)).status).toBe(200);
    const foreign = { brokerage_id: brokerage.id };
    expect(outcome(await preview(foreign, other.broker))).toEqual([404, { detail: "Brokerage not found" }]);
    expect(outcome(await preview({ lead_id: id }, other.broker))).toEqual([
      404,
      { detail: "Lead not found" },
    ]);
    expect((await preview({ brokerage_id: 999_999 }, admin)).status).toBe(404);
  });

  it("refuses what no real lead could have", async () => {
    expect((await preview({ agent_slug: "unknown" })).status).toBe(422);
    expect((await preview({ listing_id: "none" })).status).toBe(404);
    expect((await preview({ lead_id: 1, email: "a@b.test" })).status).toBe(422);
    expect((await preview({ emial: "a@b.test" })).status).toBe(422);
  });
});
