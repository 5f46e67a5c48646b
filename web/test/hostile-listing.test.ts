import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostileTexts } from "../../server/test/harness/hostile-texts.ts";
import { home } from "../../server/test/harness/market.ts";
import { elementsOf, jsonLdOf, visibleText } from "./harness/page-text.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

const texts: Record<string, string> = {
  ...hostileTexts,
  "an end of a script": "</script><script>alert(1)</script>",
  "a comment": "<!-- <script> ]]>",
  "characters that become longer": "ﷺ".repeat(300),
  "another script": "漢字".repeat(150),
  "ten thousand characters without a space": "W".repeat(10_000),
};

const fieldsOf = (text: string) => ({
  PublicRemarks: text,
  UnparsedAddress: text.slice(0, 200),
  ListAgentFullName: text.slice(0, 100),
  ListOfficeName: text.slice(0, 100),
  InteriorFeatures: [text.slice(0, 100)],
});

describe("hostile texts on the pages of homes and agents", () => {
  let website: WebsiteFixture;
  let plain: Set<string>;
  beforeAll(async () => {
    const records = ["Ordinary words", ...Object.values(texts)].map((text, nth) =>
      home({ ListingId: `H-${nth}`, ...fieldsOf(text) }),
    );
    website = await WebsiteFixture.open({}, records);
    plain = elementsOf((await open("H-0")).text);
  });
  afterAll(() => website.close());

  async function open(id: string) {
    const { status, headers } = await website.visit(`/homes/${id}`);
    expect([id, status]).toEqual([id, 301]);
    expect(headers.location).toMatch(/^\/homes\/[\x21-\x7e]+$/);
    return website.visit(headers.location as string);
  }

  it.each(Object.keys(texts).map((name, nth) => [name, `H-${nth + 1}`]))(
    "%s adds no element and no attribute",
    async (_name, id) => {
      const { status, text } = await open(id);
      expect(status).toBe(200);
      expect([...elementsOf(text)].filter((each) => !plain.has(each))).toEqual([]);
      expect(jsonLdOf(text).map((part) => part["@type"])).toEqual(["RealEstateListing", "BreadcrumbList"]);
    },
  );

  it("are shown as they are", async () => {
    const nth = Object.keys(texts).indexOf("an end of a script") + 1;
    expect(visibleText((await open(`H-${nth}`)).text)).toContain("</script><script>alert(1)</script>");
  });

  it("isolates right-to-left marks", async () => {
    const nth = Object.keys(texts).indexOf("right to left") + 1;
    const { text } = await open(`H-${nth}`);
    const elements = [...text.matchAll(/<([a-z0-9]+)[^<>]*>[^<]*بوبي ‮etirw(?=[^<>]*<\/)/g)].map(
      ([, name]) => name,
    );
    expect(new Set(elements)).toEqual(new Set(["title", "script", "bdi"]));
  });

  it("of agents add no element either", async () => {
    await website.lintel.createAgent(website.brokerageId, { name: "Plain", slug: "plain", bio: "Plain" });
    const ordinary = elementsOf((await website.visit("/agents/plain")).text);
    for (const [nth, text] of Object.values(texts).entries()) {
      const slug = `agent-${nth}`;
      await website.lintel.createAgent(website.brokerageId, {
        name: text.slice(0, 100),
        slug,
        bio: text,
      });
      const page = await website.visit(`/agents/${slug}`);
      expect(page.status).toBe(200);
      // Some of them list the home of the same name.
      const homes = [
        "article",
        "ul",
        "li",
        "span",
        "svg",
        "path",
        "form",
        "button",
        "input",
        "h3",
        "h2",
        "section",
        "div",
        "p",
        "a",
        "bdi",
      ];
      const added = [...elementsOf(page.text)].filter((each) => !ordinary.has(each));
      expect(
        added.filter((each) => !homes.some((name) => each === name || each.startsWith(`${name}[`))),
      ).toEqual([]);
      expect(page.text).not.toMatch(/<[^>]+\son[a-z]+=/);
    }
  });
});
