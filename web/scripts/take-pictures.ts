import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { openChromium } from "../../server/test/harness/chromium.ts";
import { freePort, lintel } from "../../server/test/harness/run-lintel.ts";

// npm run pictures [-- FOLDER [ORIGIN]]: pictures of every page of the demo's website, or of the one at ORIGIN.

const [folder = "pictures", origin] = process.argv.slice(2);

const PAGES = {
  home: "/",
  homes: "/homes",
  words: "/homes?q=3+bedrooms+in+Boise+under+%24600%2C000+with+a+pool+near+Miami",
  none: "/homes?city=Boise&min_beds=9&max_price=90000",
  town: "/homes/id/boise",
  agents: "/agents",
  favorites: "/favorites",
  searches: "/searches",
  account: "/account",
  contact: "/contact",
  sell: "/sell",
  newsletter: "/newsletter",
  privacy: "/privacy",
  terms: "/terms",
  accessibility: "/accessibility",
  missing: "/no-such-page",
};
/** Pages that others lead to: the first link of this form on a page. */
const LINKED = {
  listing: { from: "/homes", link: "a.card-link" },
  agent: { from: "/agents", link: 'main a[href^="/agents/"]' },
};
const SCREENS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};
const SETTLED_MS = 1500;

const target = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
await mkdir(target, { recursive: true });
const browser = await openChromium();
try {
  await (origin === undefined ? withDemo(takeAll) : takeAll(origin));
} finally {
  await browser.close();
}

async function takeAll(site: string): Promise<void> {
  const paths = { ...PAGES, ...(await linkedPaths(browser, site)) };
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(site + path, { waitUntil: "load" });
        // Pictures further down are loaded when they come near.
        await page.evaluate(async () => {
          for (let top = 0; top < document.body.scrollHeight; top += 600) {
            window.scrollTo(0, top);
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          window.scrollTo(0, 0);
        });
        await page.waitForTimeout(SETTLED_MS);
        const file = join(target, `${name}-${screen}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
        process.stdout.write(`${file}\n`);
      }
      await page.close();
    }
  }
}

async function linkedPaths(browser: Browser, site: string): Promise<Record<string, string>> {
  const page = await browser.newPage();
  const paths: Record<string, string> = {};
  for (const [name, { from, link }] of Object.entries(LINKED)) {
    await page.goto(site + from);
    const path = await page.locator(link).first().getAttribute("href");
    if (path !== null) paths[name] = path;
  }
  await page.close();
  return paths;
}

/** A new server with the demo brokerage, which is ended afterwards. */
async function withDemo(work: (site: string) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "lintel-pictures-"));
  const port = await freePort();
  const { child, exit, waitForOutput } = lintel(["serve"], { PORT: String(port), DATA_DIR: data });
  try {
    await waitForOutput("is ready");
    await work(`http://localhost:${port}`);
  } finally {
    child.kill();
    await exit;
    await rm(data, { recursive: true, force: true });
  }
}
