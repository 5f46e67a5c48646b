import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

export type ConsoleTab = { context: BrowserContext; page: Page; devtools: CDPSession };

/** A tab of a browser of its own, signed in with that key; nothing of the console is loaded yet. */
export async function openTab(browser: Browser, origin: string, key: string): Promise<ConsoleTab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const reply = await context.request.post(`${origin}/api/auth/sessions`, {
    headers: { origin, "x-requested-with": "lintel" },
    data: { api_key: key },
  });
  if (!reply.ok()) throw new Error(`Signing in was answered ${reply.status()}: ${await reply.text()}`);
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}
