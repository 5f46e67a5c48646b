import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const boise = { filters: { city: ["Boise"] } };

describe("createSavedSearch", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  let token: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
    token = await north.signIn("ada@visitors.test");
    await north.import({ ListingId: "N-1" }, { ListingId: "N-2", City: "Eagle", BedroomsTotal: 5 });
  });
  afterAll(() => lintel.close());

  const save = (body: object) => north.save(token, body);
  const post = (body: object, headers: Record<string, string> = {}) =>
    lintel.call(SEARCHES, { method: "POST", host: north.host, headers, body });

  it("saves a search with its defaults, and counts what it finds", async () => {
    const { status, body } = await save({
      name: " Near work ",
      filters: { city: ["boise", "Eagle"], min_beds: 4 },
    });
    expect([status, body]).toMatchObject([
      201,
      {
        id: expect.any(Number),
        name: "Near work",
        filters: { city: ["boise", "Eagle"], min_beds: 4 },
        query: null,
        interpreted: null,
        frequency: "daily",
        effective_frequency: "daily",
        channels: ["email"],
        events: ["new", "price_drop", "back_on_market"],
        status: "active",
        time_zone: "America/Boise",
        total: 1,
        new_count: 0,
        last_seen_at: null,
        made_by: null,
        created_at: "2026-06-15T12:00:00.000Z",
      },
    ]);
  });

  it("keeps a query as its interpretation: filters, denials and wanted features decide", async () => {
    const { status, body } = await save({ query: "4 beds in Eagle" });
    expect([status, body]).toMatchObject([201, { query: "4 beds in Eagle", total: 1 }]);
    expect(body.interpreted.filters).toMatchObject({ city: "Eagle", min_beds: 4 });
  });

  it("stores the client's time zone for all of their alerts", async () => {
    const { body } = await save({ ...boise, time_zone: "Europe/Berlin" });
    expect(body.time_zone).toBe("Europe/Berlin");
    const { body: list } = await lintel.call(SEARCHES, north.as(token));
    expect(new Set(list.items.map((each: { time_zone: string }) => each.time_zone))).toEqual(
      new Set(["Europe/Berlin"]),
    );
  });

  const refused: [what: string, body: object, loc: unknown[]][] = [
    ["no filter and no query", {}, ["body", "filters"]],
    ["empty filters", { filters: {} }, ["body", "filters"]],
    ["include_unknown alone", { filters: { include_unknown: true } }, ["body", "filters"]],
    ["an unknown filter", { filters: { min_bed: 3 } }, ["body", "filters", "min_bed"]],
    ["an empty query", { query: " " }, ["body", "query"]],
    ["an unknown frequency", { ...boise, frequency: "hourly" }, ["body", "frequency"]],
    ["an unknown channel", { ...boise, channels: ["sms"] }, ["body", "channels", 0]],
    ["no channel", { ...boise, channels: [] }, ["body", "channels"]],
    ["an unknown event", { ...boise, events: ["sold"] }, ["body", "events", 0]],
    ["an unknown time zone", { ...boise, time_zone: "Boise" }, ["body", "time_zone"]],
    ["a name of 121 characters", { ...boise, name: "x".repeat(121) }, ["body", "name"]],
    ["a bound below another", { filters: { min_price: 5, max_price: 4 } }, ["body", "filters", "min_price"]],
    [
      "words of protected classes in keywords",
      { filters: { keywords: "no kids" } },
      ["body", "filters", "keywords"],
    ],
  ];
  it.each(refused)("refuses %s with 422", async (_what, body, loc) => {
    const reply = await save(body);
    expect([reply.status, reply.text]).toEqual([422, expect.any(String)]);
    expect(reply.body.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc);
  });

  it("names the nearest filter to one that does not exist", async () => {
    const { body } = await save({ filters: { min_bed: 3 } });
    expect(body.detail[0].msg).toContain("min_beds");
  });

  it("says where a drawn area crosses itself", async () => {
    const ring = [
      [-116.3, 43.5],
      [-116.1, 43.7],
      [-116.1, 43.5],
      [-116.3, 43.7],
      [-116.3, 43.5],
    ];
    const { status, text } = await save({ filters: { polygon: { type: "Polygon", coordinates: [ring] } } });
    expect([status, text]).toEqual([
      422,
      expect.stringMatching(/must not cross itself: .* lng -116.2, lat 43.6/),
    ]);
  });

  it("answers 401 without a token and an email, and for a bad token beside an email", async () => {
    expect((await post(boise)).status).toBe(401);
    const bad = { authorization: "Bearer nonsense" };
    expect((await post({ ...boise, email: "eve@visitors.test" }, bad)).status).toBe(401);
  });

  it.each([
    ["a bad token", { authorization: "Bearer nonsense" }, { frequency: "hourly" }],
    [
      "a bad token beside an email",
      { authorization: "Bearer nonsense" },
      { email: "eve@visitors.test", filters: 5 },
    ],
    ["neither a token nor an email", {}, { filters: { min_bed: 3 }, frequency: "hourly" }],
  ])("answers 401 to %s, whatever else is wrong", async (_what, headers, body) => {
    expect((await post(body, headers)).status).toBe(401);
  });

  it("counts visitors' emails with magic links, and no searches of clients who have signed in", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const south = await openSearches(limited, "south");
      const own = await south.signIn("ada@visitors.test");
      await limited.ctx.limits.take("magic_link_address", "127.0.0.1", 99);
      expect((await south.save(own, boise)).status).toBe(201);
      const body = { ...boise, email: "eve@visitors.test" };
      const reply = await limited.call(SEARCHES, { method: "POST", host: south.host, body });
      expect(reply.status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it("answers 202 to an email, the same for a client and a stranger, and saves nothing", async () => {
    for (const email of ["ada@visitors.test", "new@visitors.test"]) {
      const reply = await post({ ...boise, email });
      expect([reply.status, reply.body]).toEqual([202, { status: "pending_confirmation" }]);
    }
    const clients = await lintel.database.db.selectFrom("clients").select("email").execute();
    expect(clients.map(({ email }) => email)).not.toContain("new@visitors.test");
  });

  it("answers 429 to a fourth search that waits for the confirmation of an email", async () => {
    const send = () => post({ ...boise, email: "Zoe@visitors.test" });
    for (let nth = 0; nth < 3; nth++) expect((await send()).status).toBe(202);
    const { status, headers } = await send();
    expect([status, Number(headers["retry-after"])]).toEqual([429, 48 * 3600]);
  });

  it("answers 409 to the 51st search of a client, also when they arrive at once", async () => {
    const own = await north.signIn("many@visitors.test");
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => north.save(own, { filters: { min_beds: nth % 9 } })),
    );
    const counts = Map.groupBy(replies, ({ status }) => status);
    expect([counts.get(201)?.length, counts.get(409)?.length]).toEqual([50, 10]);
    const { body } = await lintel.call(SEARCHES, north.as(own));
    expect(body.total).toBe(50);
  });

  it("is a sign of interest for the leads of the client", async () => {
    const own = await north.signIn("warm@visitors.test");
    const lead = await north.makeLead({ email: "warm@visitors.test" });
    const before = (await north.read(lead)).body.temperature;
    await north.save(own, boise);
    expect((await north.read(lead)).body.temperature).not.toEqual(before);
  });
});
