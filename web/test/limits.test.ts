import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newVisitor } from "../../server/test/harness/limited-app.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

const LIMIT = 5;

describe("the limit of a visitor's pages", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open({
      RATE_LIMITS: "on",
      TRUST_PROXY: "1",
      ADDRESS_REQUESTS_PER_MINUTE: String(LIMIT),
    });
  });
  afterAll(() => website.close());

  it("counts a page once, however often it asks the API, and pages from the cache too", async () => {
    const headers = newVisitor();
    for (let nth = 1; nth <= LIMIT; nth++) {
      const page = await website.visit("/", { headers });
      expect([page.status, page.headers["x-ratelimit-remaining"]]).toEqual([200, String(LIMIT - nth)]);
    }
    expect((await website.visit("/", { headers })).status).toBe(429);
  });

  it("is answered by a page that says what to do, and costs no look-up", async () => {
    const headers = newVisitor();
    for (let nth = 0; nth < LIMIT; nth++) await website.visit("/terms", { headers });
    const { status, headers: sent, text } = await website.visit("/terms", { headers });
    expect([status, sent["content-type"], sent["cache-control"]]).toEqual([
      429,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(Number(sent["retry-after"])).toBeGreaterThan(0);
    expect(text).toContain("Wait a minute");
  });

  it("is each visitor's own, and leaves their files alone", async () => {
    const headers = newVisitor();
    for (let nth = 0; nth <= LIMIT; nth++) await website.visit("/nothing", { headers });
    for (const path of ["/icon.svg", "/brand/24485c-x.css", "/robots.txt"])
      expect([path, (await website.visit(path, { headers })).status]).toEqual([path, 200]);
    expect((await website.visit("/terms", { headers: newVisitor() })).status).toBe(200);
  });

  it("is shared with the visitor's requests to the API", async () => {
    const headers = newVisitor();
    await website.visit("/terms", { headers });
    const { headers: sent } = await website.visit("/api/properties", { headers });
    expect(sent["x-ratelimit-remaining"]).toBe(String(LIMIT - 2));
  });
});
