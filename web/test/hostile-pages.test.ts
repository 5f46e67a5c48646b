import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostileTexts } from "../../server/test/harness/hostile-texts.ts";
import { allFiles, allPages } from "./harness/all-pages.ts";
import { elementsOf, jsonLdOf } from "./harness/page-text.ts";
import { type ShownBrokerage, showBrokerage, visitAs } from "./harness/shown-brokerage.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";
import { xmlElements } from "./harness/xml-elements.ts";

/** Together as long as the shortest field may be. */
const GROUPS: Record<string, string[]> = {
  markup: ["a script", "an image"],
  lines: ["a header", "an empty line and a body", "a fact of its own"],
  quotes: ["an entity", "quotes"],
  marks: ["emoji", "right to left", "a template"],
};
const XML = /\.(xml|svg)$/;

describe("hostile texts in every field of a brokerage, its people and its homes", () => {
  let website: WebsiteFixture;
  let plain: ShownBrokerage;
  beforeAll(async () => {
    website = await WebsiteFixture.open();
    plain = await show("plain", "Ordinary words");
  });
  afterAll(() => website.close());

  const show = (slug: string, word: string) =>
    showBrokerage(website, slug, { name: word.slice(0, 100), word, city: "Boise", color: "#24485c" });

  it.each(Object.keys(GROUPS))("%s are harmless on every page and file", async (group) => {
    const word = (GROUPS[group] ?? []).map((name) => hostileTexts[name]).join(" ");
    const hostile = await show(group, word);
    const found: unknown[] = [];
    const ordinaryPages = allPages(plain.examples);
    for (const [nth, page] of allPages(hostile.examples).entries()) {
      const { status, text } = await visitAs(website, hostile, page);
      const ordinary = await visitAs(website, plain, ordinaryPages[nth] as (typeof ordinaryPages)[number]);
      const known = elementsOf(ordinary.text);
      found.push(
        ...(status === page.status ? [] : [[page.path, status]]),
        ...[...elementsOf(text)].filter((each) => !known.has(each)).map((each) => [page.path, each]),
      );
      const types = (html: string) => jsonLdOf(html).map((part) => part["@type"]);
      expect([page.path, types(text)]).toEqual([page.path, types(ordinary.text)]);
    }
    expect(found).toEqual([]);
    for (const path of allFiles().filter((each) => XML.test(each))) {
      const names = async ({ host }: ShownBrokerage) =>
        xmlElements((await website.visit(path, { host })).text).map(({ name }) => name);
      expect([path, await names(hostile)]).toEqual([path, await names(plain)]);
    }
    const { text: manifest } = await website.visit("/manifest.webmanifest", { host: hostile.host });
    expect(JSON.parse(manifest).name).toBe(hostile.name);
    for (const path of ["/robots.txt", "/llms.txt"]) {
      const { text } = await website.visit(path, { host: hostile.host });
      expect([path, text.match(/^(Bcc|Phone|<h1>).*/m)?.[0]]).toEqual([path, undefined]);
    }
  });
});
