import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** The drawing of maps by the processor is slow, and says so. */
const DRIVER = /GL Driver Message|WebGL|GPU stall|swiftshader/i;

export type OpenedWindow = AsyncDisposable & {
  page: Page;
  /** Errors, refusals of the policy, requests of other websites. */
  complaints: string[];
};

/** A page in a context of its own, such as on another device: it shares no cookies with others. Its context is closed by who opened it. */
export async function openDevice(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return context.newPage();
}

/** A window of a visitor on a website, at a path of it. */
export async function openWindow(
  browser: Browser,
  host: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenedWindow> {
  const page = await openDevice(browser, options);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !DRIVER.test(message.text()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.host !== host) complaints.push(request.url());
  });
  await page.goto(`http://${host}${path}`);
  return { page, complaints, [Symbol.asyncDispose]: () => page.context().close() };
}
