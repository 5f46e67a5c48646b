import { XMLParser } from "fast-xml-parser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../server/test/harness/market.ts";
import { homeSitemaps } from "../site/files/sitemap/home-sitemaps.ts";
import { createApi, dataOf } from "../site/frame/api.ts";
import { someHomes, WebsiteFixture } from "./harness/website-fixture.ts";

const hostile = home({
  ListingId: "X&<1>",
  City: 'Ada & "Eve"',
  ListOfficeName: "<b>&\u0001Office</b>",
  ListPrice: 1,
});

describe("files of the website that are no HTML", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open({}, [...someHomes(), hostile]);
    await website.change({ name: "North & <Sons>", primary_color: "#0f766e", tagline: "Homes of the north" });
    await website.lintel.createAgent(website.brokerageId, { slug: "ann-lee", name: "Ann Lee" });
  });
  afterAll(() => website.close());

  const xml = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ["url", "sitemap", "entry"].includes(name),
  });
  const read = async (path: string, type: string) => {
    const { status, headers, text, bytes } = await website.visit(path);
    expect([path, status, headers["content-type"]]).toEqual([path, 200, type]);
    expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=60");
    return { text, bytes };
  };
  const XML = "application/xml; charset=utf-8";

  it("robots.txt keeps search engines out of filtered lists and personal pages, and names the sitemap", async () => {
    const { text } = await read("/robots.txt", "text/plain; charset=utf-8");
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/homes\?\n/);
    expect(text).toContain("Disallow: /account\n");
    expect(text).toContain("Sitemap: https://north.test/sitemap.xml\n");
  });

  it("the sitemap has every home that is not sold, with its last change, and the pages", async () => {
    const index = xml.parse((await read("/sitemap.xml", XML)).text).sitemapindex.sitemap;
    const files = index.map(({ loc }: { loc: string }) => new URL(loc).pathname);
    expect(files).toEqual(["/sitemaps/pages.xml", "/sitemaps/homes-1.xml"]);
    const homes = xml.parse((await read("/sitemaps/homes-1.xml", XML)).text).urlset.url;
    const entries: { id: string; slug: string; updated_at: string; status: string }[] = (
      await website.lintel.call("/api/public/listing-index", { host: website.host })
    ).body.items;
    const shown = entries.filter(({ status }) => status !== "Sold");
    expect(entries.length - shown.length).toBe(1);
    expect(homes).toEqual(
      shown.map(({ id, slug, updated_at }) => ({
        loc: `https://north.test/homes/${encodeURIComponent(id)}/${encodeURIComponent(slug)}`,
        lastmod: updated_at,
      })),
    );
    expect(index[1].lastmod).toBe(
      shown
        .map(({ updated_at }) => updated_at)
        .sort()
        .at(-1),
    );
    const pages = xml
      .parse((await read("/sitemaps/pages.xml", XML)).text)
      .urlset.url.map(({ loc }: { loc: string }) => loc);
    expect(pages).toEqual(
      expect.arrayContaining([
        "https://north.test/",
        "https://north.test/homes/id/nampa",
        "https://north.test/agents/ann-lee",
      ]),
    );
    for (const path of ["/sitemaps/homes-2.xml", "/sitemaps/homes-0.xml", "/sitemaps/x.xml"])
      expect((await website.visit(path)).status).toBe(404);
  });

  it("the feed has the newest homes first, escaped", async () => {
    const { text } = await read("/feed.xml", "application/atom+xml; charset=utf-8");
    const { feed } = xml.parse(text);
    expect(feed.title).toBe("North & <Sons>: New on the market");
    const ids = feed.entry.map(({ id }: { id: string }) => id);
    expect(ids[0]).toBe("https://north.test/homes/A-2");
    expect(ids).toContain("https://north.test/homes/X%26%3C1%3E");
    expect(feed.entry[0]).toMatchObject({
      title: expect.stringContaining("$389,900"),
      published: "2026-06-03T12:00:00Z",
    });
    for (const unsafe of ["\u0001", "<b>"]) expect(text).not.toContain(unsafe);
  });

  it("llms.txt names the pages and towns", async () => {
    const { text } = await read("/llms.txt", "text/plain; charset=utf-8");
    expect(text).toMatch(/^# North & <Sons>\n\n> Homes of the north\n/);
    expect(text).toContain("- [Boise, ID](https://north.test/homes/id/boise): 1 home for sale\n");
    expect(text).toContain(
      "- [Sitemap](https://north.test/sitemap.xml): every home that is not sold, with the time of its last change, and",
    );
  });

  it("the manifest and the icon have the brokerage's name and colour", async () => {
    const manifest = JSON.parse(
      (await read("/manifest.webmanifest", "application/manifest+json; charset=utf-8")).text,
    );
    expect(manifest).toMatchObject({ name: "North & <Sons>", start_url: "/", icons: [{ src: "/icon.svg" }] });
    const icon = await read("/icon.svg", "image/svg+xml");
    expect(icon.text).toContain(`fill="${manifest.theme_color}"`);
    expect(await sharp(icon.bytes).metadata()).toMatchObject({ format: "svg", width: 512, height: 512 });
  });

  it("the card of links is 1200×630 and shows what it says", async () => {
    const { bytes } = await read("/card.png", "image/png");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    await website.change({ hero_headline: "Other words" });
    expect((await read("/card.png", "image/png")).bytes.equals(bytes)).toBe(false);
    await website.change({ hero_headline: "日本語 🏠" });
    await read("/card.png", "image/png");
  });

  it("the feed has fifty homes of more", async () => {
    const many = Array.from({ length: 60 }, (_, nth) =>
      home({ ListingId: `F-${nth}`, ListingContractDate: "2026-06-10", StandardStatus: "Active" }),
    );
    await website.lintel.importListings(website.source, many);
    const { feed } = xml.parse((await read("/feed.xml", "application/atom+xml; charset=utf-8")).text);
    expect(feed.entry).toHaveLength(50);
    expect(new Set(feed.entry.map(({ published }: { published: string }) => published))).toEqual(
      new Set(["2026-06-10T12:00:00Z"]),
    );
  });

  it("homes of more than one sitemap file are in exactly one, the same one after a change", async () => {
    const url = new URL("https://north.test/sitemap.xml");
    const api = createApi("http://north.test", async (request) => {
      const { pathname, search } = new URL(request.url);
      const reply = await website.lintel.app.inject({
        url: pathname + search,
        headers: { host: website.host },
      });
      return new Response(reply.body, {
        status: reply.statusCode,
        headers: { "content-type": "application/json" },
      });
    });
    const site = dataOf(await api.GET("/api/public/site"));
    const filesOf = async (revision: string) =>
      (await homeSitemaps({ site, url, api, revision }, { maxHomes: 20 })).map((file) =>
        xml.parse(file.xml).urlset.url.map(({ loc }: { loc: string }) => loc),
      );
    const files: string[][] = await filesOf("1");
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const locations of files) expect(locations.length).toBeGreaterThan(0);
    const shown: { id: string; status: string }[] = (
      await website.lintel.call("/api/public/listing-index", { host: website.host })
    ).body.items;
    expect(files.flat()).toHaveLength(shown.filter(({ status }) => status !== "Sold").length);
    expect(new Set(files.flat()).size).toBe(files.flat().length);
    await website.lintel.importListings(website.source, [home({ ListingId: "F-1", ListPrice: 1 })]);
    expect(await filesOf("2")).toEqual(files);
  });
});
