import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import type { LeadBoard } from "./board.schemas.ts";

describe("getLeadBoard", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const board = async (key: string, query = ""): Promise<LeadBoard> => {
    const reply = await lintel.call(`${LEADS}/board${query}`, { key });
    expect([query, reply.status]).toEqual([query, 200]);
    return reply.body;
  };
  const column = async (key: string, stage: string, query = "") => {
    const found = (await board(key, query)).columns.find((each) => each.stage === stage);
    return { total: found?.total, ids: found?.cards.map(({ id }) => id) };
  };
  const daysAgo = (days: number) => new Date(lintel.clock.now().getTime() - days * 86_400_000);

  it("has all eight columns in order, with what may be reported of buyers and sellers in each", async () => {
    const brokerage = await openLeads(lintel, "empty");
    const { columns, generated_at } = await board(brokerage.broker);
    const empty = { total: 0, cards: [] };
    expect(generated_at).toBe(lintel.clock.now().toISOString());
    expect(columns).toEqual([
      {
        ...empty,
        stage: "NEW",
        label: "New",
        available_transitions: ["contact_attempted", "bogus_contact_detected"],
        seller_transitions: ["contact_attempted", "bogus_contact_detected"],
      },
      {
        ...empty,
        stage: "CONTACTING",
        label: "Contacting",
        available_transitions: ["motivation_confirmed", "timeout_no_response", "bogus_contact_detected"],
        seller_transitions: ["motivation_confirmed", "timeout_no_response", "bogus_contact_detected"],
      },
      {
        ...empty,
        stage: "QUALIFIED",
        label: "Qualified",
        available_transitions: ["buyer_agreement_signed"],
        seller_transitions: ["listing_agreement_signed"],
      },
      {
        ...empty,
        stage: "COMMITTED",
        label: "Committed",
        available_transitions: ["contract_executed", "deal_collapsed"],
        seller_transitions: ["listing_activated", "offer_accepted", "listing_withdrawn"],
      },
      {
        ...empty,
        stage: "IN_CONTRACT",
        label: "In contract",
        available_transitions: ["closing_complete", "contract_voided"],
        seller_transitions: ["closing_complete", "contract_voided"],
      },
      { ...empty, stage: "CLOSED", label: "Closed", available_transitions: [], seller_transitions: [] },
      {
        ...empty,
        stage: "ARCHIVED",
        label: "Archived",
        available_transitions: ["lead_re_engaged"],
        seller_transitions: ["lead_re_engaged"],
      },
      {
        ...empty,
        stage: "TRASHED",
        label: "Trashed",
        available_transitions: ["contact_info_updated"],
        seller_transitions: ["contact_info_updated"],
      },
    ]);
  });

  it("shows on a card what the list shows of the lead, and its response clock", async () => {
    const brokerage = await openLeads(lintel, "cards");
    const now = lintel.clock.now();
    const late = await brokerage.makeLead({
      assigned_agent_id: brokerage.ann.id,
      response_due_at: new Date(now.getTime() - 61_500),
      follow_up_due_at: daysAgo(-1),
      follow_up_source: "default",
      follow_up_reminded_at: daysAgo(1),
      suspicions: ["flood"],
      heat: now.getTime() / (14 * 86_400_000) + 6,
    });
    const running = await brokerage.makeLead({ pipeline_type: "seller" });
    const stopped = await brokerage.makeLead({ stage: "CONTACTING", response_stopped_at: now });
    await lintel.database.db
      .insertInto("lead_flags")
      .values({ lead_id: late, flag: "do_not_call", set_at: now, set_by: "test" })
      .execute();
    const cards = (await board(brokerage.broker)).columns.flatMap((each) => each.cards);
    const listed = await lintel.call(`${LEADS}?sort=created_at`, { key: brokerage.broker });
    expect(cards).toEqual(
      [
        { sla_remaining_seconds: -62, sla_target_seconds: 300 },
        { sla_remaining_seconds: 300, sla_target_seconds: 300 },
        { sla_remaining_seconds: null, sla_target_seconds: null },
      ].map((clock, nth) => ({ ...listed.body.items[nth], ...clock })),
    );
    expect(cards.map(({ id }) => id)).toEqual([late, running, stopped]);
    expect(cards[0]).toMatchObject({ flags: ["do_not_call"], temperature: { score: 64, band: "warm" } });
  });

  it("shows the oldest first in NEW, elsewhere who entered the stage last, each lead once", async () => {
    const brokerage = await openLeads(lintel, "order");
    const made: Record<string, number[]> = { NEW: [], QUALIFIED: [], ARCHIVED: [] };
    for (const days of [2, 9, 5, 5]) {
      for (const [stage, ids] of Object.entries(made)) {
        ids.push(await brokerage.makeLead({ stage, stage_entered_at: daysAgo(days) }));
      }
    }
    const [two, nine, five, other] = made.NEW as [number, number, number, number];
    expect(await column(brokerage.broker, "NEW")).toEqual({ total: 4, ids: [nine, five, other, two] });
    for (const stage of ["QUALIFIED", "ARCHIVED"]) {
      const [two, nine, five, other] = made[stage] as [number, number, number, number];
      expect(await column(brokerage.broker, stage)).toEqual({ total: 4, ids: [two, other, five, nine] });
    }
  });

  it("shows at most per_column cards, and counts all", async () => {
    const brokerage = await openLeads(lintel, "many");
    const first = await brokerage.makeLead({ stage_entered_at: daysAgo(2) });
    for (let at = 0; at < 3; at++) await brokerage.makeLead();
    expect(await column(brokerage.broker, "NEW", "?per_column=1")).toEqual({ total: 4, ids: [first] });
    expect((await column(brokerage.broker, "NEW", "?per_column=3")).ids).toHaveLength(3);
  });

  it("shows agents only their own leads, ignores their agent filter, and offers them no agents", async () => {
    const brokerage = await openLeads(lintel, "own");
    const anns = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const bobs = await brokerage.makeLead({ assigned_agent_id: brokerage.bob.id });
    await brokerage.makeLead();
    const own = [
      [brokerage.ann.key, anns],
      [brokerage.bob.key, bobs],
    ] as const;
    for (const [key, lead] of own) {
      for (const query of ["", `?assigned_agent_id=${brokerage.ann.id}`, `?brokerage_id=${brokerage.id}`]) {
        expect(await column(key, "NEW", query)).toEqual({ total: 1, ids: [lead] });
      }
      expect(await board(key)).toMatchObject({ can_filter_agents: false, agents: [] });
    }
    expect(await column(brokerage.agent, "NEW")).toEqual({ total: 0, ids: [] });
  });

  it("shows brokers their brokerage's, lets them filter its agents, and nothing of another", async () => {
    const brokerage = await openLeads(lintel, "north");
    const other = await openLeads(lintel, "south");
    const anns = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const unassigned = await brokerage.makeLead();
    await other.makeLead({ assigned_agent_id: other.ann.id });
    await brokerage.hire("Zed", { status: "inactive" });
    await brokerage.hire("Yan", { disabled_at: lintel.clock.now() });
    await brokerage.hire("Abe", { on_vacation: true });
    expect(await column(brokerage.broker, "NEW")).toEqual({ total: 2, ids: [anns, unassigned] });
    const query = `?assigned_agent_id=${brokerage.ann.id}`;
    expect(await column(brokerage.broker, "NEW", query)).toEqual({ total: 1, ids: [anns] });
    const { can_filter_agents, agents } = await board(brokerage.broker, query);
    expect([can_filter_agents, agents.map(({ name }) => name)]).toEqual([true, ["Abe", "Ann", "Bob"]]);
    for (const foreign of [`?assigned_agent_id=${other.ann.id}`, `?brokerage_id=${other.id}`]) {
      expect(await column(brokerage.broker, "NEW", foreign)).toEqual({ total: 0, ids: [] });
      expect((await board(brokerage.broker, foreign)).agents).not.toContainEqual({
        id: other.ann.id,
        name: "Ann",
      });
    }
    expect(await board(await lintel.createKey("broker"))).toMatchObject({
      can_filter_agents: true,
      agents: [],
    });
  });

  it("shows admins all open brokerages', or those of the brokerage or agent they name", async () => {
    const brokerage = await openLeads(lintel, "east");
    const closed = await openLeads(lintel, "closed");
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    const idle = await closed.makeLead({ stage_entered_at: daysAgo(99), assigned_agent_id: closed.ann.id });
    expect((await column(admin, "NEW")).ids).toEqual(expect.arrayContaining([idle, lead]));
    await closed.disable();
    const agents = (await board(admin)).agents.map(({ id }) => id);
    expect(agents).toContain(brokerage.ann.id);
    expect(agents).not.toContain(closed.ann.id);
    const { total, ids } = await column(admin, "NEW");
    expect(total).toBe(ids?.length);
    expect(ids).toContain(lead);
    expect(ids).not.toContain(idle);
    expect(await column(admin, "NEW", `?brokerage_id=${brokerage.id}`)).toEqual({ total: 1, ids: [lead] });
    expect((await board(admin, `?brokerage_id=${brokerage.id}`)).agents).toEqual([
      { id: brokerage.ann.id, name: "Ann" },
      { id: brokerage.bob.id, name: "Bob" },
    ]);
    expect(await column(admin, "NEW", `?assigned_agent_id=${brokerage.ann.id}`)).toEqual({
      total: 1,
      ids: [lead],
    });
    expect((await board(admin, `?assigned_agent_id=${brokerage.ann.id}`)).agents).toEqual(
      (await board(admin)).agents,
    );
    expect(await column(admin, "NEW", `?brokerage_id=${closed.id}`)).toEqual({ total: 1, ids: [idle] });
    for (const key of [closed.broker, closed.ann.key]) {
      expect(await column(key, "NEW")).toEqual({ total: 0, ids: [] });
    }
  });

  it("narrows to a pipeline, totals too, and gives the pages of one column", async () => {
    const brokerage = await openLeads(lintel, "paged");
    const made: number[] = [];
    for (const days of [5, 4, 3, 2, 1]) {
      made.push(await brokerage.makeLead({ stage: "QUALIFIED", stage_entered_at: daysAgo(days) }));
    }
    const seller = await brokerage.makeLead({ pipeline_type: "seller", stage_entered_at: daysAgo(9) });
    const oldest = await brokerage.makeLead({ stage_entered_at: daysAgo(8) });
    const of = (stage: string, query: string) => column(brokerage.broker, stage, `?per_column=2&${query}`);
    expect(await of("NEW", "pipeline_type=seller")).toEqual({ total: 1, ids: [seller] });
    expect(await of("NEW", "pipeline_type=buyer")).toEqual({ total: 1, ids: [oldest] });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => of("QUALIFIED", `page=${page}`)));
    const latest = made.toReversed();
    expect(pages.map(({ ids }) => ids)).toEqual([
      latest.slice(0, 2),
      latest.slice(2, 4),
      latest.slice(4),
      [],
    ]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
    expect((await of("NEW", "stage=NEW&page=2")).ids).toEqual([]);
    const { columns } = await board(brokerage.broker, "?stage=QUALIFIED&per_column=3&page=2");
    expect(columns.map(({ stage, cards }) => [stage, cards.map(({ id }) => id)])).toEqual([
      ["QUALIFIED", latest.slice(3)],
    ]);
  });

  it.each(["per_column=0", "per_column=101", "page=0", "stage=OLD", "assigned_agent_id=x", "brokerage_id=0"])(
    "refuses %s",
    async (query) => {
      expect((await lintel.call(`${LEADS}/board?${query}`, { key: admin })).status).toBe(422);
    },
  );
});
