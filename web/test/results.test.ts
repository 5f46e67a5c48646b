import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../server/test/harness/market.ts";
import { openApiDocument } from "../../server/test/harness/openapi-document.ts";
import { searchParametersText } from "../scripts/generate-search-parameters.ts";
import searchParameters from "../shared/search-parameters.json" with { type: "json" };
import { WebsiteFixture } from "./harness/website-fixture.ts";

/** Thirty homes of Boise with 1 to 5 bedrooms, and one of Nampa across the state's border in name only. */
function manyHomes() {
  const boise = Array.from({ length: 30 }, (_, nth) =>
    home({
      ListingId: `B-${nth}`,
      City: "Boise",
      StateOrProvince: "ID",
      BedroomsTotal: (nth % 5) + 1,
      ListPrice: 300_000 + nth * 10_000,
      ListingContractDate: "2026-06-01",
    }),
  );
  const other = home({ ListingId: "O-1", City: "Ontario", StateOrProvince: "OR", BedroomsTotal: 3 });
  return [...boise, other];
}

describe("result lists", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, manyHomes());
  });
  afterAll(() => website.close());

  const open = async (path: string) => {
    const { status, text, headers } = await website.visit(path);
    const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
    return {
      status,
      text,
      headers,
      total: Number(found(/data-total="(\d+)"/)),
      cards: text.match(/data-listing="/g)?.length ?? 0,
      canonical: found(/rel="canonical" href="https?:\/\/[^/"]+([^"]*)"/),
      isIndexable: !text.includes('name="robots" content="noindex"'),
      filters: [...text.matchAll(/data-filter="([^"]+)"/g)].map(([, name]) => name),
      notApplied: found(/(<section id="not-applied".*?<\/section>)/),
      nearMisses: found(/(<section id="near-misses".*?<\/section>)/),
    };
  };

  it("the parameters are those of the API's list", async () => {
    const text = searchParametersText(await openApiDocument());
    expect(searchParameters).toEqual(JSON.parse(text));
  });

  it("shows 24 homes a page, of every state unless one is chosen", async () => {
    const all = await open("/homes");
    expect([all.status, all.total, all.cards]).toEqual([200, 31, 24]);
    expect((await open("/homes?page=2")).cards).toBe(7);
    expect((await open("/homes?state=OR")).total).toBe(1);
    expect((await open("/homes?state=any")).total).toBe(31);
  });

  it("a page past the end is not found", async () => {
    for (const path of ["/homes?page=3", "/homes?page=999999999", "/homes?min_beds=5&page=2"])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    expect((await open("/homes?min_beds=50")).status).toBe(200);
  });

  it("applies the filters of the API, each with a chip that removes it", async () => {
    const page = await open("/homes?city=Boise&min_beds=4&max_price=500000");
    expect(page.total).toBe(8);
    expect(page.filters).toEqual(["city", "max_price", "min_beds"]);
    expect(page.text).toContain('href="/homes?city=Boise&amp;max_price=500000"');
    expect(page.text).toContain('href="/homes?max_price=500000&amp;min_beds=4"');
  });

  it("drops what cannot be read, names it, and applies the rest", async () => {
    const page = await open("/homes?min_beds=many&status=Active,Foo&city=Boise&page=x&max_price=");
    expect([page.status, page.total]).toEqual([200, 30]);
    expect(page.filters).toEqual(["city", "status"]);
    for (const part of ["“many”", "Bedrooms, at least", "“Foo”", "Status"])
      expect(page.notApplied).toContain(part);
    expect(page.notApplied).not.toContain("“Active”");
  });

  it("drops filters that contradict each other", async () => {
    const page = await open("/homes?min_beds=4&max_beds=2&city=Boise");
    expect([page.status, page.filters.includes("city")]).toEqual([200, true]);
    expect(page.notApplied).toContain("Bedrooms, at least");
  });

  it("refuses keywords of protected classes by name, and shows the homes without them", async () => {
    const page = await open("/homes?keywords=christian");
    expect([page.status, page.total]).toEqual([200, 31]);
    expect(page.notApplied).toContain("christian");
  });

  it("ignores parameters that it does not know", async () => {
    const page = await open("/homes?gclid=abc&utm_source=mail&nonsense=1&page_size=5&brokerage_id=999");
    expect([page.status, page.total, page.cards, page.notApplied]).toEqual([200, 31, 24, null]);
    expect([page.isIndexable, page.canonical]).toEqual([true, "/homes"]);
  });

  it("the whole list is for search engines, a filtered one is not; a town that stands alone has its own page", async () => {
    expect((await open("/homes")).isIndexable).toBe(true);
    for (const [path, canonical] of [
      ["/homes?min_beds=2", "/homes"],
      ["/homes?city=boise", "/homes/id/boise"],
      ["/homes?city=boise&utm_source=mail", "/homes/id/boise"],
      ["/homes?city=boise&min_beds=2", "/homes"],
      ["/homes?city=Boise,Ontario", "/homes"],
      ["/homes?q=boise", "/homes"],
      ["/homes?page=2", "/homes"],
      ["/homes?city=Nowhere", "/homes"],
    ] as const) {
      const page = await open(path);
      expect([path, page.canonical, page.isIndexable]).toEqual([path, canonical, false]);
    }
  });

  it("plain words become filters with chips; what they ask for in vain is named", async () => {
    const page = await open(`/homes?${new URLSearchParams({ q: "4 bedrooms in Boise" })}`);
    expect(page.total).toBe(12);
    expect(page.filters.toSorted()).toEqual(["city", "min_beds"]);
    // Without the town, the other filter stays.
    expect(page.text).toContain('href="/homes?min_beds=4"');
    const vain = await open(`/homes?${new URLSearchParams({ q: "3 bedrooms in Miami" })}`);
    expect(vain.notApplied).toContain("Miami");
    const wrong = await open(`/homes?${new URLSearchParams({ q: "garden in Boise", min_baths: "x" })}`);
    expect(wrong.notApplied).toContain("“x”: Bathrooms, at least: must be a number");
  });

  it("filters of the address win over those of the words", async () => {
    const page = await open(`/homes?${new URLSearchParams({ q: "4 bedrooms in Boise", min_beds: "5" })}`);
    expect(page.total).toBe(6);
  });

  it("words that are too long are dropped and named", async () => {
    const page = await open(`/homes?${new URLSearchParams({ q: "a".repeat(600), min_beds: "5" })}`);
    expect([page.status, page.total]).toEqual([200, 6]);
    expect(page.notApplied).toContain("Words");
  });

  it("few homes come with changes that show more, none with what to do", async () => {
    const few = await open("/homes?min_beds=6&city=Boise");
    expect(few.total).toBe(0);
    expect(few.nearMisses).toContain('href="/homes?city=Boise&amp;min_beds=5"');
    expect(few.nearMisses).toContain("6 homes");
    expect(few.text).toContain("No home matches all of this");
    expect(few.text).toContain('href="/contact"');
    expect((await open("/homes")).nearMisses).toBe(null);
  });

  it("facets are links with the number of homes that they lead to", async () => {
    const { text } = await open("/homes?min_beds=3");
    const [, href = "", count] =
      /<a href="(\/homes\?city=Boise[^"]*)"[^>]*><bdi>Boise<\/bdi><\/a><span[^>]*> (\d+)/.exec(text) ?? [];
    expect(Number(count)).toBe(18);
    expect((await open(href.replaceAll("&amp;", "&"))).total).toBe(18);
  });

  it("other orders and pages keep the filters", async () => {
    const { text } = await open("/homes?city=Boise&sort_by=list_price&sort_order=asc");
    expect(text).toContain('href="/homes?city=Boise&amp;sort_by=list_price&amp;sort_order=asc&amp;page=2"');
    expect(text.indexOf("$300,000")).toBeLessThan(text.indexOf("$310,000"));
    expect(text).toContain('href="/homes?city=Boise&amp;sort_by=list_price&amp;sort_order=desc"');
  });

  it("saving leads to the same search", async () => {
    const { text } = await open("/homes?city=Boise&min_beds=4&page=1");
    expect(text).toContain('href="/searches/new?city=Boise&amp;min_beds=4"');
    // There is nothing to look for.
    expect((await open("/homes?sort_by=beds")).text).not.toContain("/searches/new");
  });

  it("texts of an address are shown as texts", async () => {
    const evil = '"><script>alert(1)</script>';
    const { text } = await open(`/homes?${new URLSearchParams({ city: evil, q: evil, min_beds: evil })}`);
    expect(text).not.toContain("<script>alert");
  });
});

describe("pages of towns", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, manyHomes());
  });
  afterAll(() => website.close());

  it("show the number of homes for sale, the newest ones and the market", async () => {
    const { status, text } = await website.visit("/homes/id/boise");
    expect(status).toBe(200);
    expect(text).toContain("Homes for sale in Boise, ID");
    expect(text).toContain("30 homes for sale");
    expect(text.match(/data-listing="/g)?.length).toBe(8);
    expect(text).toContain("The market, month by month");
    expect(text).toContain("n = 30");
    expect(text).toContain('"BreadcrumbList"');
  });

  it("are sent on from other spellings with their query, and are not found elsewhere", async () => {
    const moved = await website.visit("/homes/ID/Boise?utm_source=mail");
    expect([moved.status, moved.headers.location]).toEqual([301, "/homes/id/boise?utm_source=mail"]);
    for (const path of ["/homes/or/boise", "/homes/id/miami", "/homes/zz/boise"])
      expect([path, (await website.visit(path)).status]).toEqual([path, 404]);
  });
});
