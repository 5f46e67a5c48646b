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

describe("updateBrokerage", () => {
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

  const update = (body: unknown, key = admin, id: number | string = brokerage.id) =>
    lintel.call(`${PATH}/${id}`, { method: "PUT", key, body });
  const read = async () => (await lintel.call(`${PATH}/${brokerage.id}`, { key: admin })).body;

  it("changes only what is sent, and says when", async () => {
    const before = await read();
    lintel.clock.advance(60_000);
    const first = await update({ tagline: "New", va_loans: true });
    const updated_at = lintel.clock.now().toISOString();
    expect(outcome(first)).toEqual([200, { ...before, tagline: "New", va_loans: true, updated_at }]);
    expect(await read()).toEqual(first.body);
    expect(updated_at > before.updated_at).toBe(true);
  });

  it("changes nothing for an empty body or unknown and read-only fields", async () => {
    const before = await read();
    for (const body of [{}, { id: 1, created_at: "x", disabled_at: null, colour: 1 }])
      expect(outcome(await update(body))).toEqual([200, before]);
    expect((await auditOf(lintel, "brokerage", brokerage.id)).map(({ action }) => action)).toEqual([
      "create",
    ]);
  });

  it("changes nothing, and writes no audit row, for values that are there already", async () => {
    const menu = [{ label: "A", href: "/a", children: [{ label: "B", href: "#b" }] }];
    const values = {
      tagline: "T",
      va_loans: true,
      map_zoom: 3,
      nav_main: menu,
      hero_search_examples: ["one"],
    };
    const before = (await update(values)).body;
    const audited = await auditOf(lintel, "brokerage", brokerage.id);
    lintel.clock.advance(60_000);
    for (const body of [values, { slug: before.slug }, before])
      expect(outcome(await update(body))).toEqual([200, before]);
    expect(await auditOf(lintel, "brokerage", brokerage.id)).toEqual(audited);
  });

  it("clears with null what may be absent, and refuses null for the rest", async () => {
    await update({ tagline: "T", website: "https://a.test", map_zoom: 3, primary_color: "#000000" });
    const cleared = { tagline: null, website: null, map_zoom: null, primary_color: null };
    expect((await update(cleared)).body).toMatchObject(cleared);
    for (const field of ["slug", "name", "nav_main", "hero_search_examples", "va_loans", "address_country"])
      expect([field, (await update({ [field]: null })).status]).toEqual([field, 422]);
  });

  it("takes back what it answered", async () => {
    const { body } = await update({
      nav_main: [{ label: "A", href: "/a", children: [{ label: "B", href: "#b" }] }],
      hero_search_examples: ["one"],
      logo_url: "https://a.test/l.png",
    });
    expect(outcome(await update(body))).toEqual([200, body]);
  });

  it("replaces lists whole", async () => {
    await update({ hero_search_examples: ["one", "two"], nav_footer: [{ label: "A", href: "/" }] });
    const { body } = await update({ hero_search_examples: ["three"], nav_footer: [] });
    expect([body.hero_search_examples, body.nav_footer]).toEqual([["three"], []]);
  });

  it("answers 400 to another's slug, also when two want it at the same time, and takes the own again", async () => {
    const other = await openBrokerage(lintel, `other-${made}`);
    const taken = [400, { detail: "Slug already exists" }];
    expect(outcome(await update({ slug: `other-${made}` }))).toEqual(taken);
    expect((await update({ slug: `office-${made}` })).status).toBe(200);
    const slug = `wanted-${made}`;
    const both = await Promise.all([update({ slug }), update({ slug }, admin, other.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.filter(({ status }) => status === 400).map(outcome)).toEqual([taken]);
  });

  it("keeps the map upright when edges come one by one", async () => {
    const upsideDown = [["body.map_bounds_north", "map_bounds_north must be greater than map_bounds_south"]];
    expect((await update({ map_bounds_north: 44 })).status).toBe(200);
    expect((await update({ map_bounds_south: 43 })).status).toBe(200);
    expect(validationErrors(await update({ map_bounds_south: 44 }))).toEqual([422, upsideDown]);
    expect(validationErrors(await update({ map_bounds_north: 42 }))).toEqual([422, upsideDown]);
    expect((await update({ map_bounds_north: 42, map_bounds_south: 41 })).status).toBe(200);
    expect((await update({ map_bounds_north: null })).status).toBe(200);
    expect((await update({ map_bounds_south: 60 })).status).toBe(200);
  });

  it("keeps the map upright when two edges come at the same time", async () => {
    await update({ map_bounds_north: 50, map_bounds_south: 40 });
    const replies = await Promise.all([update({ map_bounds_north: 44 }), update({ map_bounds_south: 46 })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("loses neither of two changes of different fields at the same time", async () => {
    await Promise.all([update({ tagline: "both" }), update({ hero_headline: "stay" })]);
    expect(await read()).toMatchObject({ tagline: "both", hero_headline: "stay" });
  });

  it("is for admins: brokers and agents are told so, before their input is judged", async () => {
    for (const key of [brokerage.broker, brokerage.agent])
      expect(outcome(await update({ name: 5 }, key))).toEqual([403, { detail: "Admin role required" }]);
  });

  it("answers 404 for a brokerage that is missing or disabled, 422 for an id that is none", async () => {
    expect(outcome(await update({ name: "x" }, admin, 2_147_483_647))).toEqual(NOT_FOUND);
    for (const id of ["0", "-1", "1.5", "2147483648", "x", "1e999"])
      expect([id, (await update({ name: "x" }, admin, id)).status]).toEqual([id, 422]);
    await lintel.call(`${PATH}/${brokerage.id}`, { method: "DELETE", key: admin });
    expect(outcome(await update({ name: "x" }))).toEqual(NOT_FOUND);
  });

  it("shows on the website at once", async () => {
    const site = () => lintel.call("/api/public/brokerage", { host: brokerage.host });
    expect((await site()).body.name).toBe(`office-${made}`);
    await update({ name: "Renamed", primary_color: "#ABCDEF" });
    expect((await site()).body).toMatchObject({ name: "Renamed", primary_color: "#ABCDEF" });
  });

  it("leaves an audit row of what differs", async () => {
    await update({ name: "After", va_loans: false });
    expect((await auditOf(lintel, "brokerage", brokerage.id)).at(-1)).toEqual({
      action: "update",
      actor_name: "admin key",
      brokerage_id: brokerage.id,
      before: { name: `office-${made}` },
      after: { name: "After" },
    });
  });
});
