import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allFiles, allPages } from "./harness/all-pages.ts";
import { type ShownBrokerage, showBrokerage, visitAs, type Words } from "./harness/shown-brokerage.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

/** Their words have nothing in common: neither with each other nor with the product's texts. */
const WORDS: Record<"zephyr" | "quill", Words> = {
  zephyr: { name: "Zephyr Homes", word: "Zephyr", city: "Zephyrville", color: "#1f6f43" },
  quill: { name: "Quill Estates", word: "Quill", city: "Quilltown", color: "#7a1f5c" },
};

describe("two brokerages on one server", () => {
  let website: WebsiteFixture;
  let zephyr: ShownBrokerage;
  let quill: ShownBrokerage;
  beforeAll(async () => {
    website = await WebsiteFixture.open();
    zephyr = await showBrokerage(website, "zephyr", WORDS.zephyr);
    quill = await showBrokerage(website, "quill", WORDS.quill);
  });
  afterAll(() => website.close());

  async function brandOf({ host }: ShownBrokerage): Promise<string> {
    const { text } = await website.visit("/", { host });
    return /href="(\/brand\/[^"]+\.css)"/.exec(text)?.[1] as string;
  }

  const addresses = async (brokerage: ShownBrokerage) => [
    ...allPages(brokerage.examples),
    ...[...allFiles(), await brandOf(brokerage)].map((path) => ({
      path,
      audience: "everyone" as const,
      status: 200,
    })),
  ];

  it.each(["zephyr", "quill"] as const)("no page and no file of %s has a word of the other", async (name) => {
    const [own, other] = name === "zephyr" ? [zephyr, "quill"] : [quill, "zephyr"];
    const color = WORDS[other as "zephyr" | "quill"].color.slice(1);
    const foreign = new RegExp(`${other}|${color}`, "i");
    const found: unknown[] = [];
    // Twice, so that pages in caches are looked at too; the other's are there by then.
    for (const brokerage of [zephyr, quill, own]) {
      for (const address of await addresses(brokerage)) {
        const { status, text } = await visitAs(website, brokerage, address);
        if (status !== address.status) found.push([address.path, status]);
        if (text.includes("<html") && !text.includes(brokerage.name))
          found.push([address.path, "no own name"]);
        if (brokerage === own && foreign.test(text)) found.push([address.path, foreign.exec(text)?.[0]]);
      }
    }
    expect(found).toEqual([]);
  });

  it("each has its own colours", async () => {
    expect(await brandOf(zephyr)).toContain("1f6f43");
    expect(await brandOf(quill)).toContain("7a1f5c");
  });

  it("homes, agents and towns of the other are not found, as if there were none", async () => {
    const unknown = await website.visit("/homes/none", { host: zephyr.host });
    const { home, agent, town, gone } = quill.examples;
    for (const path of [home, town, `/agents/${agent}`, `/homes/${gone}`, `${home}/sent`]) {
      const { status, text } = await website.visit(path, { host: zephyr.host });
      expect([path, status]).toEqual([path, 404]);
      expect(text).toBe(unknown.text);
    }
  });

  it("a person who is signed in at the other is not signed in here", async () => {
    const person = { host: zephyr.host, cookie: quill.cookie };
    const { text } = await visitAs(website, person, { path: "/account", audience: "person" });
    expect(text).not.toContain("ada@visitors.test");
    const own = await visitAs(website, zephyr, { path: "/account", audience: "person" });
    expect(own.text).toContain("ada@visitors.test");
  });

  it("an unknown Host gets neither on any path", async () => {
    for (const { path } of await addresses(zephyr)) {
      const { status, text } = await website.visit(path, { host: "stranger.test" });
      // Colours alone name no brokerage.
      if (!path.startsWith("/brand/")) expect([path, status]).toEqual([path, 404]);
      expect([path, /zephyr|quill|lintel/i.exec(text)]).toEqual([path, null]);
    }
  });
});
