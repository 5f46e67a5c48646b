import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { home } from "../../server/test/harness/market.ts";
import { jsonLdOfType, visibleText } from "./harness/page-text.ts";
import { someHomes, WebsiteFixture } from "./harness/website-fixture.ts";

const OAKMONT = "/homes/A-1/101-oakmont-st-boise-id-83702";

const oakmont = home({
  ...(someHomes()[0] as ReturnType<typeof home> & { ListingId: string }),
  PublicRemarks: "A calm house near the river.",
  YearBuilt: 1998,
  LotSizeAcres: 0.27,
  ListAgentFullName: "Ann Lee",
  ListAgentEmail: "ann@north.test",
  Latitude: 43.6,
  Longitude: -116.2,
});

describe("a home's page", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, [
      oakmont,
      ...someHomes().slice(1),
      home({ ListingId: "A-5", Latitude: 43.601, Longitude: -116.2, InternetAddressDisplayYN: false }),
      home({ ListingId: "A-6", Latitude: 43.602, Longitude: -116.2 }),
      home({ ListingId: "hold", StandardStatus: "Hold" }),
    ]);
    await website.lintel.importListings(website.source, [
      home({ ...oakmont, ListingId: "A-1", ListPrice: 439_000 }),
    ]);
    await website.lintel.createAgent(website.brokerageId, {
      name: "Ann Lee",
      slug: "ann",
      email: "ann@north.test",
      phone: "(208) 555-0101",
    });
  });
  afterAll(() => website.close());

  const moved = async (path: string) => {
    const { status, headers } = await website.visit(path);
    return [status, headers.location];
  };

  it("shows what is known of the home, and the change of its price", async () => {
    const { status, text } = await website.visit(OAKMONT);
    const shown = visibleText(text);
    expect(status).toBe(200);
    for (const part of [
      "$439,000",
      "−$12,000",
      "101 Oakmont St",
      "Boise, ID 83702",
      "A calm house near the river.",
      "Year built 1998",
      "0.27 acres",
      "Listed by Gem State Brokers",
      "Price history",
      "Ann Lee",
      "Similar homes",
      "In common:",
      "Ask for a tour",
    ])
      expect(shown).toContain(part);
    expect(text).toContain('href="/api/properties/A-1/pdf"');
    expect(text.match(/<h1/g)).toHaveLength(1);
  });

  it("has one address: the case and the slug of others are corrected, and their query is kept", async () => {
    expect(await moved("/homes/A-1")).toEqual([301, OAKMONT]);
    expect(await moved("/homes/a-1/101-oakmont-st-boise-id-83702")).toEqual([301, OAKMONT]);
    expect(await moved("/homes/A-1/101-Oakmont-st-boise-id-83702?utm_source=x")).toEqual([
      301,
      `${OAKMONT}?utm_source=x`,
    ]);
    expect(await moved(`${OAKMONT}/`)).toEqual([301, OAKMONT]);
    expect(await moved("/homes/A-1/other")).toEqual([301, OAKMONT]);
    expect((await website.visit("/homes//A-1")).status).toBe(404);
  });

  it("has no street in its address where that is hidden", async () => {
    expect(await moved("/homes/A-5")).toEqual([301, "/homes/A-5/boise-id"]);
    const { text } = await website.visit("/homes/A-5/boise-id");
    expect(visibleText(text)).toContain("Address not shown");
  });

  it("has structured data that equals what is shown", async () => {
    const { text } = await website.visit(OAKMONT);
    const data = jsonLdOfType(text, "RealEstateListing");
    expect(data).toMatchObject({
      name: "101 Oakmont St, Boise, ID 83702",
      url: `https://${website.host}${OAKMONT}`,
      datePosted: "2026-06-01",
      description: "A calm house near the river.",
      about: {
        numberOfBedrooms: 3,
        numberOfBathroomsTotal: 2,
        floorSize: { value: 1800 },
        yearBuilt: 1998,
        address: {
          streetAddress: "101 Oakmont St",
          addressLocality: "Boise",
          addressRegion: "ID",
          postalCode: "83702",
        },
      },
      offers: {
        price: 439_000,
        availability: "https://schema.org/InStock",
        offeredBy: { "@type": "RealEstateAgent", name: "Ann Lee", telephone: "(208) 555-0101" },
      },
    });
    const shown = visibleText(text);
    for (const part of ["3 bd", "2 ba", "1,800", "Year built 1998", "Jun 1, 2026", "(208) 555-0101"])
      expect(shown).toContain(part);
    const crumbs = jsonLdOfType(text, "BreadcrumbList").itemListElement as { name: string }[];
    expect(crumbs.map(({ name }) => name)).toEqual(["Home", "Homes", "Boise, ID", "101 Oakmont St"]);
    expect(text).toContain(`<link rel="canonical" href="https://${website.host}${OAKMONT}"/>`);
  });

  it("has what the source asks to be shown, in its words", async () => {
    const path = `/api/admin/sources/${website.source}/rules`;
    const body = {
      disclaimer: "{source_name} <b>as is</b> {year}",
      copyright: "© {year} Gem MLS",
      source_name: "Gem MLS",
    };
    await website.lintel.call(path, { method: "PUT", key: website.admin, body });
    await vi.waitFor(async () => {
      const shown = visibleText((await website.visit(OAKMONT)).text);
      for (const part of ["Source: Gem MLS", "Gem MLS <b>as is</b> 2026", "© 2026 Gem MLS"])
        expect(shown).toContain(part);
    }, 30_000);
  });

  it("says that a sold home is sold", async () => {
    const { text } = await website.visit("/homes/A-4/boise-id");
    expect(jsonLdOfType(text, "RealEstateListing").offers).toMatchObject({
      availability: "https://schema.org/SoldOut",
    });
    expect(visibleText(text)).toContain("Sold May 1, 2026");
    expect(text).not.toContain('id="payment"');
    expect(text).not.toContain('id="tour"');
  });

  it("has a card of its own for links, and an unknown home has none", async () => {
    const { text } = await website.visit(OAKMONT);
    expect(text).toContain(
      `<meta property="og:image" content="https://${website.host}/homes/A-1/card.png"/>`,
    );
    const { status, bytes } = await website.visit("/homes/A-1/card.png");
    expect([status, await sharp(bytes).metadata()]).toMatchObject([
      200,
      { format: "png", width: 1200, height: 630 },
    ]);
    expect((await website.visit("/homes/unknown/card.png")).status).toBe(404);
  });

  it("works out a payment without script", async () => {
    const example = visibleText((await website.visit(OAKMONT)).text);
    expect(example).toContain("$2,220 a month");
    const other = visibleText((await website.visit(`${OAKMONT}?down=0&rate=0&years=10`)).text);
    expect(other).toContain("$3,658 a month");
    const unreadable = visibleText((await website.visit(`${OAKMONT}?down=x&rate=&years=-5`)).text);
    expect(unreadable).toContain("over 1 years");
  });

  it("can be read on paper", async () => {
    const { text } = await website.visit(`${OAKMONT}?print`);
    expect(visibleText(text)).toContain(`https://${website.host}${OAKMONT}`);
    expect(text).not.toContain("<form");
    expect(text).toContain('<meta name="robots" content="noindex"/>');
  });

  it("is 410 with homes nearby once it is gone, and tells nothing of it", async () => {
    const gone = home({
      ListingId: "gone",
      City: "Boise",
      Latitude: 43.6,
      Longitude: -116.2,
      ListPrice: 777_111,
    });
    await website.lintel.importListings(website.source, [gone]);
    expect((await website.visit("/homes/gone/boise-id")).status).toBe(200);
    await website.lintel.importListings(website.source, [
      home({ ...gone, ListingId: "gone", StandardStatus: "Withdrawn" }),
    ]);
    const { status, text } = await website.visit("/homes/gone/boise-id");
    expect(status).toBe(410);
    expect(text).toContain('data-listing="A-1"');
    expect(text).not.toMatch(/777,?111/);
    expect(text).toContain('content="noindex"');
    expect((await website.visit("/homes/gone")).status).toBe(410);
  });

  it("is 404, equal to an unknown one, where it was never shown", async () => {
    const unknown = await website.visit("/homes/unknown/boise-id");
    const hidden = await website.visit("/homes/hold/boise-id");
    expect([unknown.status, hidden.status]).toEqual([404, 404]);
    expect(hidden.text).toBe(unknown.text);
  });

  it("a first segment of two letters is a state and no home", async () => {
    await website.lintel.importListings(website.source, [home({ ListingId: "AB" })]);
    expect((await website.visit("/homes/AB/boise-id/")).status).not.toBe(200);
    expect((await website.visit("/homes/AB")).status).toBe(404);
  });

  it("shows no favorites, calculator and forms where they are switched off", async () => {
    // The clock of tests stands still, and the revision of a brokerage is the time of its last change.
    website.lintel.clock.advance(1000);
    await website.change({
      feature_favorites: false,
      feature_mortgage_calculator: false,
      feature_contact_form: false,
    });
    await vi.waitFor(
      async () => {
        const { text } = await website.visit(OAKMONT);
        for (const part of ["data-heart", 'id="payment"', 'method="post"']) expect(text).not.toContain(part);
      },
      { timeout: 3000 },
    );
    expect((await website.visit("/homes/A-1/tour")).status).toBe(404);
    const form = { firstName: "A", lastName: "B", email: "a@b.test", message: "?" };
    expect((await website.visit(OAKMONT, { method: "POST", form })).status).toBe(404);
    await website.change({
      feature_favorites: true,
      feature_mortgage_calculator: true,
      feature_contact_form: true,
    });
  });
});
