import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

describe("listLeads", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const list = async (key: string, query = "") => {
    const reply = await lintel.call(`${LEADS}${query}`, { key });
    expect([query, reply.status]).toEqual([query, 200]);
    return reply.body;
  };
  const ids = async (key: string, query = ""): Promise<number[]> =>
    (await list(key, query)).items.map(({ id }: { id: number }) => id);

  it("shows of each lead what lists show, without the long texts", async () => {
    const brokerage = await openLeads(lintel, "fields");
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id, notes: "Long" });
    await lintel.database.db
      .insertInto("lead_flags")
      .values({ lead_id: lead, flag: "dnc", set_at: lintel.clock.now(), set_by: "test" })
      .execute();
    const now = lintel.clock.now().toISOString();
    expect(await list(brokerage.broker)).toEqual({
      items: [
        {
          id: lead,
          brokerage_id: brokerage.id,
          first_name: "Ada",
          last_name: "Lovelace",
          email: "ada@visitors.test",
          phone: "(208) 555-0101",
          subject: "A question",
          source: "manual",
          pipeline_type: "buyer",
          stage: "NEW",
          stage_entered_at: now,
          status: "new",
          assigned_agent_id: brokerage.ann.id,
          assigned_agent: { id: brokerage.ann.id, name: "Ann" },
          temperature: { score: 0, band: "cold" },
          flags: ["dnc"],
          tags: [],
          follow_up: null,
          sla: { target_seconds: 300, remaining_seconds: 300, breached_at: null },
          suspect: [],
          created_at: now,
          last_contact: now,
        },
      ],
      total: 1,
      page: 1,
      page_size: 20,
      total_pages: 1,
    });
  });

  it("shows agents their own leads, brokers their brokerage's, admins all, with any filter", async () => {
    const brokerage = await openLeads(lintel, "north");
    const other = await openLeads(lintel, "south");
    const [anns, bobs, unassigned] = [
      await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id }),
      await brokerage.makeLead({ assigned_agent_id: brokerage.bob.id }),
      await brokerage.makeLead(),
    ];
    const foreignLead = await other.makeLead({ assigned_agent_id: other.ann.id });
    expect(await ids(brokerage.ann.key)).toEqual([anns]);
    expect(await ids(brokerage.bob.key)).toEqual([bobs]);
    expect(await ids(brokerage.agent)).toEqual([]);
    expect(await ids(brokerage.broker)).toEqual([unassigned, bobs, anns]);
    expect(await ids(await lintel.createKey("broker"))).toEqual([]);
    expect(await ids(admin, "?page_size=100")).toEqual(
      expect.arrayContaining([foreignLead, unassigned, bobs, anns]),
    );
    for (const key of [brokerage.ann.key, brokerage.bob.key, brokerage.broker]) {
      expect(await list(key, `?brokerage_id=${other.id}`)).toMatchObject({ items: [], total: 0 });
      expect(await list(key, `?agent=${other.ann.id}`)).toMatchObject({ items: [], total: 0 });
    }
    expect(await ids(brokerage.ann.key, `?agent=${brokerage.bob.id}`)).toEqual([]);
    expect(await ids(brokerage.ann.key, "?unassigned=true")).toEqual([]);
    expect(await ids(brokerage.ann.key, `?agent=${brokerage.ann.id}&brokerage_id=${brokerage.id}`)).toEqual([
      anns,
    ]);
    expect(await ids(brokerage.broker, `?agent=${brokerage.bob.id}`)).toEqual([bobs]);
  });

  it("narrows to a brokerage and an agent for admins", async () => {
    const brokerage = await openLeads(lintel, "narrow");
    const other = await openLeads(lintel, "wide");
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    await other.makeLead();
    expect(await ids(admin, `?brokerage_id=${brokerage.id}`)).toEqual([lead]);
    expect(await ids(admin, `?agent=${brokerage.ann.id}`)).toEqual([lead]);
    expect(await ids(admin, `?brokerage_id=${brokerage.id}&agent=${brokerage.ann.id}`)).toEqual([lead]);
    for (const nothing of [
      `?brokerage_id=${other.id}&agent=${brokerage.ann.id}`,
      "?brokerage_id=999999",
      "?agent=999999",
    ]) {
      expect(await list(admin, nothing)).toMatchObject({ items: [], total: 0, total_pages: 0 });
    }
  });

  it("shows a disabled brokerage's leads to admins alone", async () => {
    const closed = await openLeads(lintel, "closed");
    const lead = await closed.makeLead({ assigned_agent_id: closed.ann.id });
    await closed.disable();
    for (const key of [closed.broker, closed.ann.key, closed.bob.key]) expect(await ids(key)).toEqual([]);
    expect(await ids(admin, `?brokerage_id=${closed.id}`)).toEqual([lead]);
  });

  it("pages with the true total, each lead on one page, also past the end", async () => {
    const brokerage = await openLeads(lintel, "pages");
    const made: number[] = [];
    for (let at = 0; at < 5; at++) made.unshift(await brokerage.makeLead());
    const pages = [1, 2, 3].map((page) => ids(brokerage.broker, `?page=${page}&page_size=2`));
    expect((await Promise.all(pages)).flat()).toEqual(made);
    expect(await list(brokerage.broker, "?page=3&page_size=2")).toMatchObject({
      total: 5,
      page: 3,
      page_size: 2,
      total_pages: 3,
    });
    expect(await list(brokerage.broker, "?page=999999999999999&page_size=100")).toMatchObject({
      items: [],
      total: 5,
      total_pages: 1,
    });
  });

  it.each([
    "page=0",
    "page_size=101",
    "stage=BOUGHT",
    "stage=new",
    "agent=0",
    "agent=x",
    "unassigned=maybe",
    "temperature=lukewarm",
    "flag=do_not_fax",
    "pipeline_type=renter",
    "suspect=2",
    "brokerage_id=2147483648",
    "sort=name",
    "sort=--created_at",
    `q=${"x".repeat(201)}`,
  ])("refuses %s", async (query) => {
    expect((await lintel.call(`${LEADS}?${query}`, { key: admin })).status).toBe(422);
  });
});
