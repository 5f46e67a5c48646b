import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../../test/harness/chromium.ts";
import { type FavoritesFixture, openFavorites } from "../../../test/harness/favorites-fixture.ts";
import { home, subscribe } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";

// CI installs one (scripts/with-chromium.sh): there it is never left out.
describe.runIf(chromiumPath() !== null || process.env.CI)(
  "the page of a magic link in a shared browser",
  () => {
    let lintel: TestApp;
    let brokerage: FavoritesFixture;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    beforeAll(async () => {
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
    });
    afterEach(() => context.close());

    const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
    const open = (name: string) => page.getByRole("button", { name }).click();
    const waitForText = (text: string) => page.locator("h1 + p", { hasText: text }).waitFor();
    const emailOf = async (session: string) =>
      (
        await lintel.database.db
          .selectFrom("visitor_sessions")
          .innerJoin("clients", "clients.id", "visitor_sessions.client_id")
          .select("clients.email")
          .where("visitor_sessions.id", "=", session)
          .executeTakeFirst()
      )?.email;

    it("links the visitor's session, by the cookie or by what @lintel/client remembers", async () => {
      const session = async () =>
        (await lintel.call("/sessions", { method: "POST", host: brokerage.host })).body.session_id as string;
      const [inCookie, inStorage] = [await session(), await session()];
      await context.addCookies([{ name: "session_id", value: inCookie, domain: "north.test", path: "/" }]);
      for (const id of [inCookie, inStorage]) {
        const email = `${id}@visitors.test`;
        await brokerage.requestLink(email);
        await page.goto(await brokerage.linkUrl(email));
        await page.reload();
        // As the client stores it, in a browser without a signed-in person.
        if (id === inStorage) {
          const left = { "lintel:session": JSON.stringify(id) };
          await page.evaluate((items) => {
            localStorage.clear();
            Object.assign(localStorage, items);
          }, left);
        }
        await open("Open my favorites");
        await waitForText(`You are signed in as ${email}.`);
        expect(await emailOf(id)).toBe(email);
      }
    });

    it("discards another person's pending removals, and a token that is no longer valid", async () => {
      await page.goto("http://north.test/favorites/verify");
      await waitForText("To see your favorites here, have a link sent to your email.");
      const left = {
        "lintel:account": '{"token":"nonsense","email":"bob@visitors.test"}',
        "lintel:unfavorite:A": "",
      };
      await page.evaluate((items) => Object.assign(localStorage, items), left);
      await brokerage.requestLink("cem@visitors.test");
      await page.goto(await brokerage.linkUrl("cem@visitors.test"));
      await page.reload();
      await open("Open my favorites");
      await waitForText("You are signed in as cem@visitors.test.");
      expect(await stored("lintel:unfavorite:A")).toBeNull();

      await page.evaluate((item) => localStorage.setItem("lintel:account", item), left["lintel:account"]);
      await page.reload();
      await waitForText("Invalid or expired auth token. Request a new magic link.");
      // Whose session it is stays known.
      expect(await stored("lintel:account")).toBe('{"email":"bob@visitors.test"}');
    });

    it("signs out: removes the client's data and session from the browser", async () => {
      await brokerage.sync(await brokerage.signIn(ADA), ["N-1"]);
      await brokerage.requestLink(ADA);
      await page.goto(await brokerage.linkUrl(ADA));
      await open("Open my favorites");
      await page.getByRole("link", { name: "12 Main St, Boise · $512,000 (PDF)" }).waitFor();
      const left = {
        "lintel:session": '"theirs"',
        "lintel:event:1": "{}",
        "lintel:favorite:N-1": "[1,1]",
        "lintel:favorite:mine": "[2,0]",
      };
      await page.evaluate((items) => Object.assign(localStorage, items), left);
      const renewed = page.waitForResponse((reply) => reply.url().endsWith("/sessions"));
      await open("Sign out");
      await waitForText("You are signed out.");
      expect(await page.getByRole("link").count()).toBe(0);
      const { session_id } = await (await renewed).json();
      await page.waitForFunction(() => localStorage.getItem("lintel:session"));
      expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
        "lintel:session": JSON.stringify(session_id),
        "lintel:favorite:mine": "[2,0]",
      });
      await page.reload();
      await waitForText("To see your favorites here, have a link sent to your email.");
    });

    it("gives another person who signs in a separate session", async () => {
      const begun = await lintel.call("/sessions", { method: "POST", host: brokerage.host });
      await page.goto("http://north.test/favorites/verify");
      const left = { "lintel:session": JSON.stringify(begun.body.session_id) };
      await page.evaluate((items) => Object.assign(localStorage, items), left);
      const people = ["first@visitors.test", "second@visitors.test"];
      const sessions: string[] = [];
      for (const email of people) {
        await brokerage.requestLink(email);
        await page.goto(await brokerage.linkUrl(email));
        await page.reload();
        await open("Open my favorites");
        await waitForText(`You are signed in as ${email}.`);
        sessions.push(JSON.parse((await stored("lintel:session")) as string));
      }
      expect(sessions[0]).toBe(begun.body.session_id);
      expect(await Promise.all(sessions.map(emailOf))).toEqual(people);
    });

    it("shows the favorites when a signed-in client opens their used link again", async () => {
      await brokerage.requestLink(ADA);
      const address = await brokerage.linkUrl(ADA);
      for (const _ of ["first", "again"]) {
        await page.goto(address);
        await page.reload();
        await open("Open my favorites");
        await waitForText(`You are signed in as ${ADA}.`);
        expect(page.url()).toBe("http://north.test/favorites/verify");
      }
    });
  },
);
