import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../server/test/harness/market.ts";
import { dayText } from "../shared/dates.ts";
import { money } from "../shared/numbers.ts";
import { allPages } from "./harness/all-pages.ts";
import { jsonLdOf, jsonLdOfType, visibleText } from "./harness/page-text.ts";
import { type ShownBrokerage, showBrokerage, visitAs } from "./harness/shown-brokerage.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";
import { xmlElements } from "./harness/xml-elements.ts";

const ORIGIN = "https://ordinary.test";

/** Kinds and codes of the vocabulary, which no page shows. */
const CODES = new Set([
  "@type",
  "@id",
  "@context",
  "position",
  "priceCurrency",
  "unitCode",
  "addressCountry",
]);
const ADDRESSES = new Set(["url", "item", "image", "logo", "sameAs"]);
const STATUSES: Record<string, string> = {
  InStock: "For sale",
  PreOrder: "Coming soon",
  LimitedAvailability: "Pending",
  SoldOut: "Sold",
};

type Leaf = { key: string; value: string | number };

function leavesOf(data: unknown, key = ""): Leaf[] {
  if (Array.isArray(data)) return data.flatMap((each) => leavesOf(each, key));
  if (typeof data === "object" && data !== null)
    return Object.entries(data).flatMap(([name, value]) => leavesOf(value, name));
  return [{ key, value: data as string | number }];
}

describe("what machines read", () => {
  let website: WebsiteFixture;
  let brokerage: ShownBrokerage;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, [
      home({ ListingId: "house", PropertySubType: "Single Family Residence", BedroomsTotal: 3 }),
      home({ ListingId: "condo", PropertySubType: "Condominium", BedroomsTotal: 2 }),
      home({ ListingId: "row", PropertySubType: "Townhouse" }),
      home({ ListingId: "other", PropertySubType: "Duplex" }),
      home({ ListingId: "shop", PropertyType: "Commercial Sale" }),
      home({ ListingId: "lot", PropertyType: "Land", PropertySubType: "Unimproved Land", LotSizeAcres: 2.5 }),
    ]);
    const words = { name: "Ordinary Homes", word: "Oakmont", city: "Boise", color: "#24485c" };
    brokerage = await showBrokerage(website, "ordinary", words);
  });
  afterAll(() => website.close());

  const read = async (path: string) => (await website.visit(path, { host: brokerage.host })).text;

  async function homePage(id: string): Promise<{ path: string; audience: "everyone" }> {
    const { headers } = await website.visit(`/homes/${id}`, { host: brokerage.host });
    return { path: String(headers.location), audience: "everyone" };
  }

  it("is what the page shows, on every page that has structured data", async () => {
    const found: unknown[] = [];
    const types = new Set<unknown>();
    const others = await Promise.all(["ordinary-3", "ordinary-4"].map(homePage));
    for (const page of [...allPages(brokerage.examples), ...others]) {
      const { text } = await visitAs(website, brokerage, page);
      for (const part of jsonLdOf(text)) {
        types.add(part["@type"]);
        expect(part["@context"]).toBe("https://schema.org");
        const missing = leavesOf(part).filter((leaf) => !isShown(leaf, text, page.path));
        found.push(...missing.map((leaf) => [page.path, leaf]));
      }
    }
    expect(found).toEqual([]);
    expect(types).toEqual(new Set(["BreadcrumbList", "ItemList", "RealEstateAgent", "RealEstateListing"]));
  });

  it("names the kind of a home as its page does", async () => {
    const kinds = [
      ["house", "SingleFamilyResidence", "Single Family Residence"],
      ["condo", "Apartment", "Condominium"],
      ["row", "House", "Townhouse"],
      ["other", "Accommodation", "Duplex"],
      ["shop", "Accommodation", "Commercial"],
      ["lot", "Place", "Unimproved Land"],
    ] as const;
    for (const [id, type, shown] of kinds) {
      const { headers } = await website.visit(`/homes/${id}`);
      const { text } = await website.visit(String(headers.location));
      const { about } = jsonLdOfType(text, "RealEstateListing");
      expect(about).toMatchObject({ "@type": type, address: { addressLocality: "Boise" } });
      if (type === "Place") expect(Object.keys(about as object)).toEqual(["@type", "address"]);
      expect(visibleText(text)).toContain(`Type ${shown}`);
    }
  });

  it("says that a home is sold", async () => {
    const { path } = await homePage("ordinary-4");
    const listing = jsonLdOfType(await read(path), "RealEstateListing");
    expect(listing.offers).toMatchObject({ availability: "https://schema.org/SoldOut" });
  });

  it("has each home for sale once in the sitemap, and every other page that search engines may show", async () => {
    const textsOf = (xml: string, name: string) =>
      xmlElements(xml)
        .filter((element) => element.name === name)
        .map(({ text }) => text);
    const files = textsOf(await read("/sitemap.xml"), "loc");
    const entries: string[] = [];
    for (const file of files) {
      const xml = await read(file.replace(ORIGIN, ""));
      const locations = textsOf(xml, "loc");
      expect(locations.length).toBeLessThanOrEqual(50_000);
      expect(xmlElements(xml)[0]?.name).toBe("urlset");
      for (const moment of textsOf(xml, "lastmod")) expect(new Date(moment).toISOString()).toContain("T");
      entries.push(...locations);
    }
    expect(entries.filter((each, nth) => entries.indexOf(each) !== nth)).toEqual([]);
    const homes = entries.flatMap((each) => /\/homes\/(ordinary-[^/]+)/.exec(each)?.[1] ?? []);
    expect(homes.toSorted()).toEqual(["ordinary-1", "ordinary-2", "ordinary-3", "ordinary-5"]);
    await expectIndexed(entries);
  });

  /** Entries are canonical pages for search engines, and each such page is an entry. */
  async function expectIndexed(entries: string[]): Promise<void> {
    for (const entry of entries) {
      const { status, text } = await website.visit(entry.replace(ORIGIN, ""), { host: brokerage.host });
      expect([entry, status, canonicalOf(text)]).toEqual([entry, 200, entry]);
      expect([entry, isLeftOut(text)]).toEqual([entry, false]);
    }
    const missing: string[] = [];
    for (const page of allPages(brokerage.examples).filter(({ status }) => status === 200)) {
      const { text } = await visitAs(website, brokerage, page);
      const canonical = canonicalOf(text);
      if (canonical && !isLeftOut(text) && !entries.includes(canonical)) missing.push(canonical);
    }
    expect(missing).toEqual([]);
  }
});

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
const isLeftOut = (html: string) => html.includes('<meta name="robots" content="noindex"/>');

function isShown({ key, value }: Leaf, html: string, path: string): boolean {
  if (CODES.has(key)) return true;
  const text = visibleText(html);
  if (ADDRESSES.has(key)) return isLinked(String(value), html, path);
  if (key === "availability")
    return text.includes(STATUSES[String(value).replace("https://schema.org/", "")] ?? "?");
  if (key === "price") return text.includes(money(Number(value)));
  if (key === "datePosted") return text.includes(dayText(String(value)));
  if (key === "yearBuilt") return text.includes(String(value));
  if (typeof value === "number") return text.includes(value.toLocaleString("en-US"));
  return text.includes(value.replaceAll(/\s+/g, " ").trim());
}

/** An address is this page, or one that it links or shows. */
function isLinked(address: string, html: string, path: string): boolean {
  if (address === ORIGIN + path.split("?")[0] || address === `${ORIGIN}/`) return true;
  const own = address.replace(ORIGIN, "");
  return html.includes(`href="${own}"`) || html.includes(`src="${own}"`) || html.includes(`${own} `);
}
