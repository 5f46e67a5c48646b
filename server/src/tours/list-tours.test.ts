import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { home } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openTours, type TourFixture } from "../../test/harness/tour-fixture.ts";

describe("listTours", () => {
  let lintel: TestApp;
  let brokerage: TourFixture;
  let admin: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openTours(lintel, `touring-${++made}`);
  });

  const list = (key: string, query = "") => lintel.call(`/api/tours${query}`, { key });
  const ids = async (key: string, query = "") =>
    (await list(key, query)).body.map(({ id }: { id: number }) => id);
  const tourOf = async (email: string, fields = {}) => (await brokerage.createTour({ email, ...fields })).id;

  it("is an array of whole requests, newest first", async () => {
    const [first, second] = [await tourOf("ada@visitors.test"), await tourOf("grace@visitors.test")];
    const { status, body } = await list(brokerage.broker);
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [second, first]]);
    expect(body[0]).toEqual((await lintel.call(`/api/tours/${second}`, { key: brokerage.broker })).body);
  });

  it("is of a hundred at most, and goes on by pages", async () => {
    const { leadId } = await brokerage.createTour();
    const { created_at } = (await list(brokerage.broker)).body[0];
    const more = { brokerage_id: brokerage.id, lead_id: leadId, listing_id: "x", name: "x", email: "x" };
    await lintel.database.db
      .insertInto("tour_requests")
      .values(Array.from({ length: 249 }, () => ({ ...more, created_at, updated_at: created_at })))
      .execute();
    expect(await ids(brokerage.broker)).toHaveLength(100);
    expect((await list(brokerage.broker, "?page_size=101")).status).toBe(422);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => ids(brokerage.broker, `?page_size=100&page=${page}`)),
    );
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50, 0]);
    expect(pages.flat()).toEqual(pages.flat().toSorted((one, other) => other - one));
    expect(new Set(pages.flat()).size).toBe(250);
  });

  it("filters by status, listing and lead", async () => {
    const other = `touring-${made}-2`;
    await lintel.importListings(`touring-${made}`, [home({ ListingId: other })]);
    const pending = await tourOf("ada@visitors.test");
    const confirmed = await tourOf("grace@visitors.test");
    const elsewhere = await tourOf("grace@visitors.test", { listing_id: other });
    await lintel.call(`/api/tours/${confirmed}`, {
      method: "PATCH",
      key: brokerage.broker,
      body: { status: "confirmed" },
    });
    expect(await ids(brokerage.broker, "?status=pending")).toEqual([elsewhere, pending]);
    expect(await ids(brokerage.broker, "?status=confirmed")).toEqual([confirmed]);
    expect(await ids(brokerage.broker, "?status=cancelled")).toEqual([]);
    expect(await ids(brokerage.broker, `?listing_id=${other}`)).toEqual([elsewhere]);
    expect(await ids(brokerage.broker, `?listing_id=${brokerage.listing}&status=pending`)).toEqual([pending]);
    await tourOf("day@visitors.test", { preferred_date: "2026-06-20" });
    expect(await ids(brokerage.broker, "?preferred_date=2026-06-20")).toHaveLength(1);
    expect(await ids(brokerage.broker, "?preferred_date=2026-06-21")).toEqual([]);
    const [{ lead_id }] = (await list(brokerage.broker, "?status=confirmed")).body;
    expect(await ids(brokerage.broker, `?lead_id=${lead_id}`)).toEqual([elsewhere, confirmed]);
  });

  it("shows agents those of their leads, brokers their brokerage's, admins all", async () => {
    const elsewhere = await openTours(lintel, `touring-${++made}`);
    const ann = await lintel.createAgent(brokerage.id, { accepting_leads: false });
    const annsKey = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: ann.id });
    const anns = await brokerage.createTour();
    await brokerage.assign(anns.leadId, ann.id);
    const unassigned = await tourOf("grace@visitors.test");
    const foreign = (await elsewhere.createTour()).id;
    expect(await ids(annsKey)).toEqual([anns.id]);
    expect(await ids(brokerage.agent)).toEqual([]);
    expect(await ids(brokerage.broker)).toEqual([unassigned, anns.id]);
    expect(await ids(elsewhere.broker)).toEqual([foreign]);
    expect(await ids(await lintel.createKey("broker"))).toEqual([]);
    expect(await ids(admin, "?page_size=3")).toEqual([foreign, unassigned, anns.id]);
  });

  it("narrows to a brokerage for admins, and shows others nothing of another", async () => {
    const elsewhere = await openTours(lintel, `touring-${++made}`);
    const [own, foreign] = [(await brokerage.createTour()).id, (await elsewhere.createTour()).id];
    expect(await ids(admin, `?brokerage_id=${elsewhere.id}`)).toEqual([foreign]);
    expect(await ids(brokerage.broker, `?brokerage_id=${elsewhere.id}`)).toEqual([]);
    expect(await ids(brokerage.broker, `?brokerage_id=${brokerage.id}`)).toEqual([own]);
  });

  it("shows a disabled brokerage's to admins alone", async () => {
    const { id } = await brokerage.createTour();
    await lintel.call(`/api/admin/brokerages/${brokerage.id}`, { method: "DELETE", key: admin });
    expect(await ids(brokerage.broker)).toEqual([]);
    expect(await ids(admin, `?brokerage_id=${brokerage.id}`)).toEqual([id]);
  });

  it.each(["?status=maybe", "?page_size=501", "?page_size=0", "?page=0", "?listing_id=", "?lead_id=x"])(
    "refuses %s",
    async (query) => {
      expect((await list(brokerage.broker, query)).status).toBe(422);
    },
  );
});
