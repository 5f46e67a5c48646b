import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSearches, SEARCHES, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("updateSavedSearch", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  let token: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSearches(lintel, "north");
    token = await north.signIn("ada@visitors.test");
    await north.import({ ListingId: "N-1" });
  });
  afterAll(() => lintel.close());

  const patch = (id: number, body: object, as = token) =>
    lintel.call(`${SEARCHES}/${id}`, { ...north.as(as), method: "PATCH", body });
  const save = async (body: object = {}) =>
    (await north.save(token, { filters: { city: ["Boise"] }, ...body })).body;

  it("changes the fields that are given, and leaves the others", async () => {
    const { id } = await save({ name: "Home", frequency: "weekly" });
    const { body } = await patch(id, { frequency: "instant", channels: ["push"], events: ["status"] });
    expect(body).toMatchObject({
      name: "Home",
      filters: { city: ["Boise"] },
      frequency: "instant",
      channels: ["push"],
      events: ["status"],
    });
    expect((await patch(id, { name: null, filters: { city: ["Eagle"] } })).body).toMatchObject({
      name: null,
      filters: { city: ["Eagle"] },
      total: 0,
    });
    expect((await patch(id, { query: "3 beds in Boise" })).body).toMatchObject({ query: "3 beds in Boise" });
    expect((await patch(id, { query: null })).body).toMatchObject({ query: null, interpreted: null });
  });

  it("does not announce what matches only because the search has changed", async () => {
    const { id } = await save({ filters: { city: ["Eagle"] }, frequency: "instant" });
    await patch(id, { filters: { city: ["Boise"] } });
    await north.import({ ListingId: "N-1", ListPrice: 401_000 });
    const { db } = lintel.database;
    const events = await db.selectFrom("search_events").selectAll().execute();
    expect(events.filter(({ new_for }) => new_for.includes(id))).toEqual([]);
  });

  it.each([
    [{ filters: {} }],
    [{ filters: { citty: ["Boise"] } }],
    [{ frequency: "monthly" }],
    [{ frequency: null }],
    [{ events: [] }],
  ])("refuses %j with 422", async (body) => {
    const { id } = await save();
    expect((await patch(id, body)).status).toBe(422);
  });

  it("answers 404 for another client's search, and changes nothing", async () => {
    const { id } = await save({ name: "Mine" });
    const eve = await north.signIn("eve@visitors.test");
    const reply = await patch(id, { name: "Yours" }, eve);
    expect([reply.status, reply.body]).toEqual([404, { detail: "Search not found" }]);
    expect((await lintel.call(`${SEARCHES}/${id}`, north.as(token))).body.name).toBe("Mine");
  });

  it("moves what waits to another time with the frequency, and drops it when nothing wants it", async () => {
    const client = await north.signIn("moves@visitors.test");
    const { body } = await north.save(client, {
      filters: { city: ["Boise"], min_beds: 7 },
      frequency: "daily",
    });
    await north.import({ ListingId: "N-7", BedroomsTotal: 7 });
    const due = async () =>
      lintel.database.db
        .selectFrom("messages")
        .select(["state", "due_at"])
        .where("kind", "=", "search_alert")
        .where("recipient", "=", "moves@visitors.test")
        .orderBy("id")
        .execute();
    expect(await due()).toEqual([{ state: "waiting", due_at: new Date("2026-06-15T14:00:00Z") }]);
    await patch(body.id, { frequency: "instant" }, client);
    expect((await due()).at(-1)).toEqual({ state: "waiting", due_at: lintel.clock.now() });
    await patch(body.id, { frequency: "off" }, client);
    await north.send();
    expect((await due()).map(({ state }) => state)).toEqual(["dropped", "dropped"]);
  });
});
