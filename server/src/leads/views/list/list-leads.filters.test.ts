import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { minHeatFor } from "../../engagement/temperature/score.ts";

describe("the filters of listLeads", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  const names = new Map<number, string>();
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
    const { ann, bob } = brokerage;
    const leads = {
      ada: { first_name: "Ada", last_name: "Lovelace", phone: "(208) 555-0101", stage: "CONTACTING" },
      alan: {
        first_name: "Alan 100%",
        last_name: "Turing",
        email: "a_t@enigma.test",
        phone: "+44 20 7946 0",
      },
      grace: { subject: "Selling my house", pipeline_type: "seller", assigned_agent_id: ann.id },
      zoe: { first_name: "Zoë", last_name: "O'Neil", phone: null, assigned_agent_id: bob.id },
      bot: { first_name: "Bot", suspicions: ["honeypot", "flood"], stage: "TRASHED" },
    };
    for (const [name, columns] of Object.entries(leads)) {
      const person = { first_name: name, last_name: "X", email: `${name}@visitors.test`, phone: "1" };
      names.set(await brokerage.makeLead({ ...person, ...columns }), name);
    }
  });
  afterAll(() => lintel.close());

  const found = async (query: string) => {
    const reply = await lintel.call(`${LEADS}?sort=created_at&page_size=100&${query}`, {
      key: brokerage.broker,
    });
    expect([query, reply.status, reply.body.total]).toEqual([query, 200, reply.body.items?.length]);
    return reply.body.items.map(({ id }: { id: number }) => names.get(id));
  };
  const all = ["ada", "alan", "grace", "zoe", "bot"];

  it.each([
    ["ADA", ["ada"]],
    ["lovelace ada", ["ada"]],
    ["Ada Turing", []],
    ["love", ["ada"]],
    ["ada@VISITORS", ["ada"]],
    ["selling", ["grace"]],
    ["grace sell", ["grace"]],
    ["zo%C3%8B", ["zoe"]],
    ["o'neil", ["zoe"]],
    ["%25", ["alan"]],
    ["_", ["alan"]],
    ["a_t", ["alan"]],
    ["%5C", []],
    ["208-555-0101", ["ada"]],
    ["%2B1 208 555 0101", ["ada"]],
    ["1 (208) 555.0101", ["ada"]],
    ["5550101", ["ada"]],
    ["ada 555-0101", ["ada"]],
    ["alan 555-0101", []],
    ["2079460", ["alan"]],
    ["0101 555", []],
    ["100", ["alan"]],
    ["%20 ada %20", ["ada"]],
    ["", ["ada", "alan", "grace", "zoe", "bot"]],
    ["missing", []],
  ])(
    "q=%s finds words of name, email and subject, and digits of the phone number",
    async (text, expected) => {
      expect(await found(`q=${text}`)).toEqual(expected);
    },
  );

  it("q finds a lead by what it is called now", async () => {
    const { broker } = await openLeads(lintel, "renamed");
    const call = async (method: "POST" | "PATCH", path: string, body: object) =>
      (await lintel.call(`${LEADS}${path}`, { method, key: broker, body })).body;
    const person = { first_name: "Ida", last_name: "Rhodes", email: "ida@visitors.test", subject: "A home" };
    const { id } = await call("POST", "", { ...person, phone: "208 555 0177", message: "Hello" });
    const totals = async (...texts: string[]) => {
      const lists = texts.map((text) => lintel.call(`${LEADS}?q=${text}`, { key: broker }));
      return (await Promise.all(lists)).map(({ body }) => body.total);
    };
    expect(await totals("rhodes", "5550177", "hopper", "5550188")).toEqual([1, 1, 0, 0]);
    await call("PATCH", `/${id}`, { last_name: "Hopper" });
    expect(await totals("rhodes", "ida hopper", "5550177")).toEqual([0, 1, 1]);
    await call("PATCH", `/${id}`, { phone: "(208) 555-0188" });
    expect(await totals("5550177", "5550188")).toEqual([0, 1]);
    await call("PATCH", `/${id}`, { phone: "" });
    expect(await totals("5550188", "ida")).toEqual([0, 1]);
  });

  it("stage, agent, unassigned, pipeline_type and suspect let through what they say", async () => {
    expect(await found("stage=CONTACTING")).toEqual(["ada"]);
    expect(await found("stage=NEW")).toEqual(["alan", "grace", "zoe"]);
    expect(await found(`agent=${brokerage.ann.id}`)).toEqual(["grace"]);
    expect(await found("unassigned=true")).toEqual(["ada", "alan", "bot"]);
    expect(await found("unassigned=false")).toEqual(["grace", "zoe"]);
    expect(await found(`unassigned=true&agent=${brokerage.ann.id}`)).toEqual([]);
    expect(await found("pipeline_type=seller")).toEqual(["grace"]);
    expect(await found("suspect=true")).toEqual(["bot"]);
    expect(await found("suspect=false")).toEqual(all.filter((name) => name !== "bot"));
  });

  it("are joined", async () => {
    expect(await found("stage=NEW&unassigned=false&q=zo")).toEqual(["zoe"]);
    expect(await found("stage=NEW&suspect=true")).toEqual([]);
  });

  it("flag counts while it is active, and each lead once", async () => {
    const { db } = lintel.database;
    const [ada, alan] = [...names.keys()] as [number, number];
    const setting = { set_at: lintel.clock.now(), set_by: "test" };
    await db
      .insertInto("lead_flags")
      .values([
        { lead_id: ada, flag: "dnc", ...setting, cleared_at: lintel.clock.now() },
        { lead_id: ada, flag: "dnc", ...setting },
        { lead_id: ada, flag: "do_not_call", ...setting },
        { lead_id: alan, flag: "dnc", ...setting, cleared_at: lintel.clock.now() },
      ])
      .execute();
    expect(await found("flag=dnc")).toEqual(["ada"]);
    expect(await found("flag=do_not_call")).toEqual(["ada"]);
    expect(await found("flag=unsubscribed")).toEqual([]);
  });

  it("temperature goes by the band that is shown, close to its limits, and as time goes by", async () => {
    const place = await openLeads(lintel, "warmth");
    const now = lintel.clock.now();
    const nearly = 1e-9;
    for (const heat of [
      null,
      ...[1, 29.9, 30, 30.1, 69.9, 70, 70.1, 100].flatMap((score) => [
        minHeatFor(score, now) - nearly,
        minHeatFor(score, now) + nearly,
      ]),
    ]) {
      await place.makeLead({ heat });
    }
    const list = async (query: string) =>
      (await lintel.call(`${LEADS}?page_size=100${query}`, { key: place.broker })).body.items as {
        id: number;
        temperature: { band: string };
      }[];
    for (const days of [0, 1, 13, 1, 200]) {
      lintel.clock.advance(days * 86_400_000);
      const shown = await list("");
      expect(shown).toHaveLength(17);
      for (const band of ["cold", "warm", "hot"]) {
        const expected = shown.filter(({ temperature }) => temperature.band === band).map(({ id }) => id);
        expect([days, band, (await list(`&temperature=${band}`)).map(({ id }) => id)]).toEqual([
          days,
          band,
          expected,
        ]);
      }
    }
  });
});
