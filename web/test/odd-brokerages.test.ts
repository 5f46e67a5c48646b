import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allFiles, allPages } from "./harness/all-pages.ts";
import { oddBrokerages } from "./harness/odd-brokerages.ts";
import { visibleText } from "./harness/page-text.ts";
import { type ShownBrokerage, showBrokerage, visitAs, type Words } from "./harness/shown-brokerage.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

/** What a value that is missing leaves behind. */
const LEFT_BEHIND = /\b(undefined|null|NaN|Infinity)\b|\[object |, ,|\(\)/;

describe("odd brokerages", () => {
  let website: WebsiteFixture;
  const brokerages = new Map<string, ShownBrokerage>();
  beforeAll(async () => {
    website = await WebsiteFixture.open();
    for (const [slug, words] of Object.entries(oddBrokerages))
      brokerages.set(slug, await showBrokerage(website, slug, words));
  });
  afterAll(() => website.close());

  it.each(Object.entries(oddBrokerages))("every page of the brokerage %s is whole", async (slug, words) => {
    const brokerage = brokerages.get(slug) as ShownBrokerage;
    const found: unknown[] = [];
    for (const page of allPages(brokerage.examples)) {
      const { status, text } = await visitAs(website, brokerage, page);
      if (!mayAnswer(status, page.status, words)) found.push([page.path, status]);
      if (status === 303) continue;
      found.push(...problemsOf(text).map((each) => [page.path, each]));
    }
    expect(found).toEqual([]);
  });

  it.each(Object.keys(oddBrokerages))("every file of the brokerage %s is whole", async (slug) => {
    const { host } = brokerages.get(slug) as ShownBrokerage;
    for (const path of allFiles()) {
      const { status, text } = await website.visit(path, { host });
      expect([path, status]).toEqual([path, 200]);
      if (!path.endsWith(".png")) expect([path, LEFT_BEHIND.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });

  it("what is switched off is neither there nor linked", async () => {
    const { host, examples } = brokerages.get("off") as ShownBrokerage;
    const forms = ["/sell", "/newsletter", "/contact/sent", `/homes/${examples.unplaced}/tour`, "/favorites"];
    for (const path of forms) {
      expect([path, (await website.visit(path, { host })).status]).toEqual([path, 404]);
    }
    for (const path of ["/", "/contact", "/homes", examples.home, `/agents/${examples.agent}`]) {
      const { status, text } = await website.visit(path, { host });
      expect([path, status]).toEqual([path, 200]);
      const links = text.match(/href="\/(sell|newsletter|favorites|searches\/new)"|<form[^>]*method="post"/g);
      expect([path, links]).toEqual([path, null]);
    }
  });
});

/** Where a brokerage has no homes or people, or has them switched off, their pages are not there. */
function mayAnswer(status: number, ordinary: number, { isEmpty, fields }: Words): boolean {
  if (status === ordinary) return true;
  return (isEmpty || fields !== undefined) && (status === 404 || status === 303);
}

function problemsOf(html: string): string[] {
  const headings = [...html.matchAll(/<(h[1-6])\b[^>]*>(.*?)<\/\1>/gs)].filter(
    ([, , content = ""]) => content.replaceAll(/<[^>]+>/g, "").trim() === "",
  );
  const attributes = [...html.matchAll(/\s(?:content|title|alt|aria-label|href|src)="([^"]*)"/g)];
  const texts = [
    visibleText(html),
    /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "",
    ...attributes.map(([, value]) => value ?? ""),
  ];
  return [
    ...headings.map(([heading]) => `empty: ${heading}`),
    ...texts.flatMap((text) => LEFT_BEHIND.exec(text)?.[0] ?? []),
  ];
}
