import type { Browser, BrowserContext, Page } from "playwright-core";
import { openChromium } from "../../../server/test/harness/chromium.ts";
import { WebsiteFixture } from "./website-fixture.ts";

/** A window of a person who is signed in to the console. */
export type ConsoleWindow = AsyncDisposable & {
  context: BrowserContext;
  page: Page;
  /** Errors of scripts, refusals of the policy, requests of other websites, replies that were not expected. */
  complaints: string[];
};

type WindowOptions = {
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  timezoneId?: string;
};

/** What may be absent, of which browsers note the 404: the routing of a lead that was given by hand, a brokerage's own SMS account. */
const ABSENT = /\/(?:leads\/\d+\/routing|sms-account)$/;

const DESKTOP = { width: 1280, height: 900 };

/**
 * The console of the brokerage `north` on a real server and in a real browser, on a name of this machine (web.md, W23): the brokerage's, or
 * CONSOLE_URL.
 */
export class ConsoleFixture {
  readonly website: WebsiteFixture;
  readonly browser: Browser;
  readonly origin: string;

  private constructor(website: WebsiteFixture, browser: Browser, origin: string) {
    this.website = website;
    this.browser = browser;
    this.origin = origin;
  }

  /** @param wantedPort where others must know the address before. */
  static async open(environment: Record<string, string> = {}, wantedPort?: number): Promise<ConsoleFixture> {
    const website = await WebsiteFixture.open({ CONSOLE: "on", ...environment });
    const { port } = await website.listen(wantedPort);
    const origin = environment.CONSOLE_URL ?? `http://north.localhost:${port}`;
    return new ConsoleFixture(website, await openChromium(), origin);
  }

  get lintel() {
    return this.website.lintel;
  }

  get brokerageId() {
    return this.website.brokerageId;
  }

  /** A key of a person of `north`, who is an agent where an id is given. */
  key(role: "admin" | "broker" | "agent", agentId?: number): Promise<string> {
    const bound = role === "admin" ? undefined : { brokerageId: this.brokerageId, agentId };
    return this.lintel.createKey(role, bound);
  }

  /** A window of a browser of its own, signed in with that key, at a path such as `/leads`. */
  async openWindow(
    key: string,
    path = "/",
    { viewport = DESKTOP, colorScheme = "light", timezoneId }: WindowOptions = {},
  ): Promise<ConsoleWindow> {
    const context = await this.browser.newContext({ viewport, colorScheme, timezoneId });
    const { host, hostname } = new URL(this.origin);
    const signedIn = await this.lintel.app.inject({
      method: "POST",
      url: "/api/auth/sessions",
      headers: { host, origin: this.origin, "x-requested-with": "lintel" },
      payload: { api_key: key },
    });
    const [{ name, value } = { name: "", value: "" }] = signedIn.cookies;
    if (!value) throw new Error(`Signing in was answered ${signedIn.statusCode}: ${signedIn.body}`);
    await context.addCookies([{ name, value, domain: hostname, path: "/", httpOnly: true, sameSite: "Lax" }]);
    // A browser without a telephone or mail program shows a dialog, which takes all keys and clicks from then on.
    await context.addInitScript(() =>
      addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("a") : null;
        if (link && /^(?:tel|sms|mailto):/.test(link.href)) event.preventDefault();
      }),
    );
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      const text = message.text();
      const isExpected = text.includes("404 (Not Found)") && ABSENT.test(message.location().url);
      if (["error", "warning"].includes(message.type()) && !isExpected) complaints.push(text);
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (!["data:", "blob:"].includes(url.protocol) && url.origin !== this.origin)
        complaints.push(request.url());
    });
    await page.goto(this.origin + (path === "/" ? "/console" : `/console${path}`));
    return { context, page, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.website.close();
  }
}

/** Opens a page by ⌘K: the option that words find. */
export async function openByCommand(page: Page, words: string, option: RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(words);
  await page.getByRole("option", { name: option }).waitFor();
  await page.keyboard.press("Enter");
}
