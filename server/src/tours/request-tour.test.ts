import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { home } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { openTours, type TourFixture } from "../../test/harness/tour-fixture.ts";

const missing = [404, { detail: "Property not found" }];

describe("requestTour", () => {
  let lintel: TestApp;
  let brokerage: TourFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openTours(lintel, `asking-${++made}`);
  });

  const read = async (id: number) => (await lintel.call(`/api/tours/${id}`, { key: brokerage.broker })).body;

  it("answers exactly the documented fields", async () => {
    expect(outcome(await brokerage.requestTour({ phone: "208-555-0100", message: "Soon?" }))).toEqual([
      200,
      {
        id: expect.any(Number),
        listing_id: brokerage.listing,
        name: "Ada Lovelace",
        email: "ada@visitors.test",
        status: "pending",
        created_at: lintel.clock.now().toISOString(),
      },
    ]);
  });

  it("keeps what was asked for, trimmed", async () => {
    const { id } = await brokerage.createTour({
      name: " Ada Lovelace ",
      phone: " 208-555-0100 ",
      preferred_date: "2028-02-29",
      preferred_time: " after lunch ",
      message: " Is the shed heated? ",
    });
    expect(await read(id)).toMatchObject({
      name: "Ada Lovelace",
      phone: "208-555-0100",
      preferred_date: "2028-02-29",
      preferred_time: "after lunch",
      message: "Is the shed heated?",
    });
  });

  it("keeps the page and the campaign on the lead, cut to what is stored", async () => {
    const { leadId } = await brokerage.createTour({
      email: "campaign@visitors.test",
      source_page: "/homes/A-1/tour",
      utm_source: " flyer ",
      utm_medium: " ",
      utm_campaign: "j".repeat(300),
    });
    const lead = await lintel.database.db
      .selectFrom("leads")
      .select(["source_page", "utm_source", "utm_medium", "utm_campaign"])
      .where("id", "=", leadId)
      .executeTakeFirst();
    expect(lead).toEqual({
      source_page: "/homes/A-1/tour",
      utm_source: "flyer",
      utm_medium: null,
      utm_campaign: "j".repeat(255),
    });
  });

  it.each(["2020-01-01", "0001-01-01", "9999-12-31"])("takes the day %s, past or far off", async (day) => {
    expect((await read((await brokerage.createTour({ preferred_date: day })).id)).preferred_date).toBe(day);
  });

  it("takes null and blank for what is not said", async () => {
    for (const unsaid of [null, "", "  "]) {
      const fields = { phone: unsaid, preferred_date: unsaid, preferred_time: unsaid, message: unsaid };
      const nothing = { phone: null, preferred_date: null, preferred_time: null, message: null };
      expect(await read((await brokerage.createTour(fields)).id)).toMatchObject(nothing);
    }
  });

  it.each([
    [{ listing_id: null }, "listing_id", "listing_id must be text"],
    [{ listing_id: " " }, "listing_id", "listing_id must not be empty"],
    [{ name: "  " }, "name", "name must not be empty"],
    [{ name: "x".repeat(101) }, "name", "name must be at most 100 characters"],
    [{ email: "ada" }, "email", "email must be a valid email address"],
    [{ phone: "1".repeat(41) }, "phone", "phone must be at most 40 characters"],
    ...["2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "06/15/2026", "2026-6-1", "soon"].map(
      (day) =>
        [
          { preferred_date: day },
          "preferred_date",
          "preferred_date must be a valid date (YYYY-MM-DD)",
        ] as const,
    ),
    [{ preferred_time: "x".repeat(101) }, "preferred_time", "preferred_time must be at most 100 characters"],
    [{ message: "x".repeat(10_001) }, "message", "message must be at most 10000 characters"],
  ] as const)("refuses %j, and makes no lead", async (fields, field, msg) => {
    expect(validationErrors(await brokerage.requestTour(fields))).toEqual([422, [[`body.${field}`, msg]]]);
    expect(await brokerage.leads()).toEqual([]);
  });

  it("demands listing_id, name and email", async () => {
    const reply = await lintel.call("/api/tours", { method: "POST", host: brokerage.host, body: {} });
    expect(validationErrors(reply)).toEqual([
      422,
      [
        ["body.listing_id", "listing_id is required"],
        ["body.name", "name is required"],
        ["body.email", "email is required"],
      ],
    ]);
  });

  it("is 404 for a listing that is unknown, not public, or in none of the brokerage's sources, and makes no lead", async () => {
    const other = await openTours(lintel, `asking-${++made}`);
    await lintel.importListings(`asking-${made - 1}`, [
      home({ ListingId: `gone-${made}`, StandardStatus: "Withdrawn" }),
      home({ ListingId: `secret-${made}`, InternetEntireListingDisplayYN: false }),
    ]);
    for (const listing_id of ["nothing", `gone-${made}`, `secret-${made}`, other.listing]) {
      expect([listing_id, ...outcome(await brokerage.requestTour({ listing_id }))]).toEqual([
        listing_id,
        ...missing,
      ]);
    }
    expect(await brokerage.leads()).toEqual([]);
  });

  it("takes a listing of whichever source, where the brokerage sees all", async () => {
    await lintel.database.db
      .deleteFrom("brokerage_sources")
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    lintel.services.brokerages.tenants.forget();
    const other = await openTours(lintel, `asking-${++made}`);
    expect((await brokerage.requestTour({ listing_id: other.listing })).status).toBe(200);
  });
});
