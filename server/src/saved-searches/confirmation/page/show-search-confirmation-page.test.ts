import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../../../test/harness/chromium.ts";
import {
  newConfirmation,
  openSearches,
  type SearchesFixture,
} from "../../../../test/harness/searches-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

describe("showSearchConfirmationPage", () => {
  let lintel: TestApp;
  let north: SearchesFixture;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "http://api.test" });
    north = await openSearches(lintel, "north");
    await north.import({ ListingId: "N-1" });
  });
  afterAll(() => lintel.close());

  it("is one page for all links, without a request of its own and not cached", async () => {
    const { status, headers, text } = await lintel.call("/searches/confirm", { host: north.host });
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(text).toContain("<noscript>");
    expect(headers["content-security-policy"]).toContain("connect-src 'self'");
  });

  // CI installs one (scripts/with-chromium.sh): there it is never left out.
  it.runIf(chromiumPath() !== null || process.env.CI)(
    "saves the search in a real browser by its button, not when it is opened",
    async () => {
      await lintel.app.listen({ host: "127.0.0.1", port: 0 });
      const { port } = lintel.app.server.address() as AddressInfo;
      const browser = await openChromium({ everywhere: port });
      try {
        const token = await newConfirmation(lintel, north.host, "ada@visitors.test");
        const page = await browser.newPage();
        await page.goto(`http://${north.host}/searches/confirm#token=${token}`);
        const saved = () => lintel.database.db.selectFrom("saved_searches").select("id").execute();
        await page.getByRole("button", { name: "Save my search" }).waitFor();
        expect(await saved()).toEqual([]);
        await page.getByRole("button", { name: "Save my search" }).click();
        await page.getByText("Your search is saved. 1 home matches now").waitFor();
        expect(await saved()).toHaveLength(1);
        expect(page.url()).toBe(`http://${north.host}/searches/confirm`);
      } finally {
        await browser.close();
      }
    },
  );
});
