import type { Camera } from "./camera.ts";

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
const SETTLED_MS = 1500;

/** Pictures of every page of the website. */
export async function takeSite(camera: Camera, site: string): Promise<void> {
  const paths = { ...PAGES, ...(await linkedPaths(camera, site)) };
  const wanted = Object.entries(paths).filter(([name]) => camera.wants(name));
  if (wanted.length === 0) return;
  await camera.inEachView({}, async (page, view) => {
    for (const [name, path] of wanted) {
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
      await camera.take(page, name, view);
    }
  });
}

async function linkedPaths({ browser }: Camera, site: string): Promise<Record<string, string>> {
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
