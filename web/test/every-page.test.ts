import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allPages, type ExamplePage } from "./harness/all-pages.ts";
import { elementsOf, visibleText } from "./harness/page-text.ts";
import { type ShownBrokerage, showBrokerage, visitAs } from "./harness/shown-brokerage.ts";
import { type VisitedPage, WebsiteFixture } from "./harness/website-fixture.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // How the renderer writes HTML.
    "void-style": "off",
    "doctype-style": "off",
    "attribute-empty-style": "off",
    "attribute-boolean-style": "off",
    "no-trailing-whitespace": "off",
    // Titles hold addresses and names, of any length.
    "long-title": "off",
    // Telephone numbers are copied into other programs, which know no special spaces.
    "tel-non-breaking": "off",
    // Several values of one filter.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "submit", "button", "reset"] }],
    // Files of this server are named by their content.
    "require-sri": "off",
  },
});

describe("every page", () => {
  let website: WebsiteFixture;
  let brokerage: ShownBrokerage;
  let visited: { page: ExamplePage; reply: VisitedPage }[];
  beforeAll(async () => {
    website = await WebsiteFixture.open();
    brokerage = await showBrokerage(website, "ordinary", {
      name: "Ordinary Homes",
      word: "Oakmont",
      city: "Boise",
      color: "#24485c",
    });
    visited = [];
    for (const page of allPages(brokerage.examples))
      visited.push({ page, reply: await visitAs(website, brokerage, page) });
  });
  afterAll(() => website.close());

  /** What is wrong, with the path of its page. */
  function problems(find: (reply: VisitedPage, page: ExamplePage) => unknown[]): string[] {
    return visited.flatMap(({ page, reply }) => find(reply, page).map((each) => `${page.path}: ${each}`));
  }

  it("answers", () => {
    expect(visited.length).toBeGreaterThan(30);
    expect(problems(({ status }, page) => (status === page.status ? [] : [status]))).toEqual([]);
  });

  it("is valid HTML", async () => {
    const found: string[] = [];
    for (const { page, reply } of visited) {
      const { results } = await validator.validateString(reply.text);
      const messages = results.flatMap((result) => result.messages);
      found.push(
        ...messages.map(
          ({ ruleId, message, selector }) => `${page.path}: ${ruleId}: ${message}: ${selector}`,
        ),
      );
    }
    expect(found).toEqual([]);
  });

  it("has one heading of the first level, its landmarks, and a link to its content first", () => {
    const once = [
      /<h1[\s>]/g,
      /<main id="main"/g,
      /<header class="site-header"/g,
      /<footer class="site-footer"/g,
    ];
    expect(
      problems(({ text }) => [
        ...once.filter((pattern) => text.match(pattern)?.length !== 1),
        ...(/<body[^>]*><a class="skip" href="#main">/.test(text) ? [] : ["no link to the content"]),
        ...(/<nav [^>]*aria-label="[^"]+"/.test(text) ? [] : ["no navigation"]),
      ]),
    ).toEqual([]);
  });

  it("has a title that ends with the brokerage's name, and a card for other websites", () => {
    const properties = ["og:site_name", "og:type", "og:title", "og:image", "og:image:alt"];
    expect(
      problems(({ text }) => [
        ...(/<title>([^<]+ \| )?Ordinary Homes<\/title>/.test(text) ? [] : ["title"]),
        ...properties.filter((name) => !new RegExp(`<meta property="${name}" content="[^"]+"`).test(text)),
        ...(/property="og:image" content="https:\/\/ordinary\.test\//.test(text) ? [] : ["image"]),
      ]),
    ).toEqual([]);
  });

  it("has one canonical address, on the brokerage's domain, unless search engines are kept out", () => {
    expect(
      problems(({ text }) => {
        const found = [...text.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(([, href]) => href);
        const shared = /property="og:url" content="([^"]+)"/.exec(text)?.[1];
        const isLeftOut = text.includes('<meta name="robots" content="noindex"/>');
        const isRight =
          found.length === 0
            ? isLeftOut
            : found.length === 1 && found[0]?.startsWith("https://ordinary.test/");
        return isRight && shared === found[0] ? [] : [found];
      }),
    ).toEqual([]);
  });

  it("has the brokerage's address, telephone and license in its footer, and Equal Housing Opportunity", () => {
    const parts = [
      "1 Oakmont Main St, Boise, ID 83702",
      "(208) 555-0101",
      "Oakmont DB-1",
      "Equal Housing Opportunity",
    ];
    expect(
      problems(({ text }) => {
        const footer = visibleText(`<body>${text.slice(text.indexOf("<footer"))}`);
        return parts.filter((part) => !footer.includes(part));
      }),
    ).toEqual([]);
  });

  it("may run and load nothing but this website's files", () => {
    expect(
      problems(({ headers, text }) => [
        ...(headers["content-security-policy"] === POLICY ? [] : ["policy"]),
        ...[...elementsOf(text)].filter((each) => /^style$|\[(style|on\w+)\]$/.test(each)),
        ...(text.match(/<script(?![^>]*(?:\ssrc="\/assets\/|type="application\/ld\+json"))[^>]*>/g) ?? []),
      ]),
    ).toEqual([]);
  });

  it("is held by caches when it is for everyone, and by none when it is for one person", () => {
    expect(
      problems(({ headers, status }, { audience }) => {
        const shared = audience === "everyone";
        const caching = shared ? "public, max-age=0, s-maxage=60" : "no-store";
        return [
          ...(headers["cache-control"] === caching ? [] : [headers["cache-control"]]),
          ...(headers.vary === "Accept-Encoding" ? [] : [headers.vary]),
          ...(shared && status === 200 && !headers.etag ? ["no tag"] : []),
          ...(shared && headers["set-cookie"] ? ["a cookie"] : []),
        ];
      }),
    ).toEqual([]);
  });

  it("is the same with cookies and refusals when it is for everyone, and 304 to who has it", async () => {
    const found: string[] = [];
    const cookie = `${brokerage.cookie}; session_id=x; lintel_favorites=ordinary-1`;
    for (const { page, reply } of visited.filter((each) => each.page.audience === "everyone")) {
      const { host } = brokerage;
      const other = await website.visit(page.path, { host, headers: { cookie, "sec-gpc": "1", dnt: "1" } });
      if (
        other.text !== reply.text ||
        other.headers.etag !== reply.headers.etag ||
        other.headers["set-cookie"]
      )
        found.push(`${page.path}: differs`);
      const tag = String(reply.headers.etag);
      const again = await website.visit(page.path, { host, headers: { "if-none-match": tag } });
      if (reply.status === 200 && again.status !== 304) found.push(`${page.path}: ${again.status}`);
    }
    expect(found).toEqual([]);
  });

  it("for one person asks who it is when the visitor is not signed in", async () => {
    const found: string[] = [];
    for (const { page } of visited.filter((each) => each.page.audience === "person")) {
      const reply = await website.visit(page.path, { host: brokerage.host });
      if (![200, 303].includes(reply.status) || reply.headers["cache-control"] !== "no-store")
        found.push(`${page.path}: ${reply.status} ${reply.headers["cache-control"]}`);
    }
    expect(found).toEqual([]);
  });
});
