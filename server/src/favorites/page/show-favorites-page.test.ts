import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../../test/harness/chromium.ts";
import { type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { home, subscribe } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";

describe("showFavoritesPage", () => {
  let lintel: TestApp;
  let brokerage: FavoritesFixture;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "http://api.test/lintel" });
    brokerage = await openFavorites(lintel, "north");
    const key = await lintel.createKey("admin");
    const name = `<b>"North" & Söhne`;
    await lintel.call(`/api/admin/brokerages/${brokerage.id}`, { method: "PUT", key, body: { name } });
  });
  afterAll(() => lintel.close());

  it("is one page for all links, with the brokerage's name and no personal data", async () => {
    const { status, headers, text } = await lintel.call("/favorites/verify", { host: brokerage.host });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("saved with &lt;b&gt;&quot;North&quot; &amp; Söhne.");
    expect(text).toContain('data-api="/lintel/api"');
    expect(text).toContain("<noscript>");
    expect(await lintel.call("/favorites/verify", { host: brokerage.host })).toMatchObject({ text });
  });

  it("may call only this server, and is not cached", async () => {
    const { headers } = await lintel.call("/favorites/verify", { host: brokerage.host });
    expect(headers["cache-control"]).toBe("no-store");
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      expect.stringMatching(/^script-src 'sha256-[\w+/]{43}='$/),
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it("is 400 on a domain without brokerage", async () => {
    const { status, body } = await lintel.call("/favorites/verify", { host: "unknown.test" });
    expect([status, body]).toEqual([400, { detail: "Brokerage not found" }]);
  });
});

// CI installs one (scripts/with-chromium.sh): there it is never left out.
describe.runIf(chromiumPath() !== null || process.env.CI)(
  "the page of a magic link in a real browser",
  () => {
    let lintel: TestApp;
    let brokerage: FavoritesFixture;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let requests: string[];
    beforeAll(async () => {
      // A path of its own would need a proxy; here the API is where its address says.
      lintel = await startTestApp({ PUBLIC_API_URL: "http://api.test" });
      brokerage = await openFavorites(lintel, "north");
      const street = { StreetNumber: "12", StreetName: "Main", StreetSuffix: "St" };
      await lintel.importListings("north", [home({ ListingId: "N-1", ListPrice: 512_000, ...street })]);
      await subscribe(lintel, brokerage.id, ["north"]);
      await lintel.app.listen({ host: "127.0.0.1", port: 0 });
      browser = await openChromium({ everywhere: (lintel.app.server.address() as AddressInfo).port });
    });
    afterAll(async () => {
      await browser?.close();
      await lintel.close();
    });
    beforeEach(async () => {
      context = await browser.newContext();
      page = await context.newPage();
      requests = [];
      page.on("request", (request) =>
        requests.push(`${request.method()} ${new URL(request.url()).pathname}`),
      );
      page.on("pageerror", (error) => requests.push(`error ${error.message}`));
      page.on("console", (message) => {
        if (/Content Security Policy|Refused/.test(message.text())) requests.push(message.text());
      });
    });
    afterEach(() => context.close());

    const words = () => page.locator("h1 + p").textContent();
    const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
    const usedAt = async () => {
      const row = await lintel.database.db
        .selectFrom("magic_links")
        .select("used_at")
        .orderBy("id", "desc")
        .executeTakeFirst();
      return row?.used_at;
    };
    const open = (name: string) => page.getByRole("button", { name }).click();
    const waitForText = (text: string) => page.locator("h1 + p", { hasText: text }).waitFor();

    it("does not use the link while a scanner opens and renders it; a click does, once", async () => {
      await brokerage.requestLink(ADA);
      const address = await brokerage.linkUrl(ADA);
      await page.goto(address, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Open my favorites" }).waitFor();
      await page.mouse.move(200, 200);
      expect(requests).toEqual(["GET /favorites/verify"]);
      expect(await words()).toBe(
        "Open the homes that you have saved with north. The link in your email works once.",
      );
      expect(await usedAt()).toBeNull();

      await open("Open my favorites");
      await waitForText(`You have no favorites yet. You are signed in as ${ADA}.`);
      expect(await usedAt()).toEqual(lintel.clock.now());
      expect(page.url()).toBe("http://north.test/favorites/verify");
      const token = new URL(address).hash.slice("#token=".length);
      expect(requests).toEqual(["GET /favorites/verify", `GET /api/v1/favorites/verify/${token}`]);
      const account = JSON.parse((await stored("lintel:account")) as string);
      expect(account).toEqual({ token: expect.any(String), email: ADA });
      expect((await brokerage.list(account.token)).status).toBe(200);
    });

    it("shows favorites by their public names, with links that reveal nothing", async () => {
      const token = await brokerage.signIn(ADA);
      await brokerage.sync(token, ["N-1", "gone"]);
      await brokerage.requestLink(ADA);
      await page.goto(await brokerage.linkUrl(ADA));
      await open("Open my favorites");
      await waitForText("You have 2 favorites.");
      const link = page.getByRole("link", { name: "12 Main St, Boise · $512,000" });
      await link.waitFor();
      expect(await link.getAttribute("href")).toBe("/api/properties/N-1/pdf");
      await page.getByText("Listing gone: not on the market any more").waitFor();
      expect(requests.filter((each) => !/^GET \/(api|favorites)\//.test(each))).toEqual([]);
      // Again, from what the browser remembers.
      await page.reload();
      await link.waitFor();
      await waitForText(`You have 2 favorites. You are signed in as ${ADA}.`);
    });

    it("shows the API's reason why a link does not work, and sends a new one", async () => {
      await brokerage.requestLink("late@visitors.test");
      const address = await brokerage.linkUrl("late@visitors.test");
      lintel.clock.advance(15 * 60_000);
      await page.goto(address);
      await open("Open my favorites");
      await waitForText("This magic link has expired. Request a new one.");
      await page.getByLabel("Your email").fill("late@visitors.test");
      await open("Send me a new link");
      await waitForText("Check your email: we have sent you a link that works for 15 minutes.");
      const fresh = await brokerage.linkUrl("late@visitors.test");
      expect(fresh).not.toBe(address);
      await page.goto(fresh);
      // Only the fragment differs: the browser stays on the page it has.
      await page.reload();
      await open("Open my favorites");
      await waitForText("You are signed in as late@visitors.test.");
    });

    it("lets the visitor correct a mistyped email", async () => {
      await page.goto("http://north.test/favorites/verify");
      for (const email of ["adaa@visitors.test", "mistyped@visitors.test"]) {
        await page.getByLabel("Your email").fill(email);
        await open("Send me a new link");
        await waitForText("Check your email");
        // The second time the page says so before it has asked: it still does from the first.
        await expect.poll(() => brokerage.linkUrl(email).catch(() => "none yet")).toContain("#token=");
      }
    });

    it("gives instructions where no script runs", async () => {
      const plain = await browser.newContext({ javaScriptEnabled: false });
      const reader = await plain.newPage();
      await reader.goto("http://north.test/favorites/verify#token=x");
      await reader.locator("noscript p").waitFor();
      expect(await reader.getByRole("button").count()).toBe(0);
      await plain.close();
    });

    it("is readable in light and dark mode", async () => {
      await brokerage.requestLink("reader@visitors.test");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(await brokerage.linkUrl("reader@visitors.test"));
        const button = page.getByRole("button", { name: "Open my favorites" });
        await button.waitFor();
        // In words of the browser's, which the server's types do not know.
        const [ground, text] = await page.evaluate<[string, string]>(
          '(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector("#open button")))',
        );
        expect([colorScheme, contrast(ground, text) >= 4.5]).toEqual([colorScheme, true]);
      }
    });
  },
);

/** Of two colours as `rgb(r, g, b)` (WCAG 2). */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [r, g, b] = (color.match(/\d+/g) as string[]).slice(0, 3).map((value) => {
      const part = Number(value) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
