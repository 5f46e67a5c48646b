import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

const SCREENS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};

const TIMEOUT_MS = 15_000;
/** Where the demo is. */
const PLACE = { locale: "en-US", timezoneId: "America/Boise" };

/** A screen in light or dark; names of its pictures end with its name. */
export type View = { name: string } & Pick<BrowserContextOptions, "viewport" | "colorScheme">;

const views: readonly View[] = Object.entries(SCREENS).flatMap(([screen, viewport]) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    name: `${screen}-${colorScheme}`,
    viewport,
    colorScheme,
  })),
);

/** Takes pictures into a folder, of pages whose names have one of `words` where there are any. */
export class Camera {
  readonly browser: Browser;
  readonly #folder: string;
  readonly #words: readonly string[];

  constructor(browser: Browser, folder: string, words: readonly string[]) {
    this.browser = browser;
    this.#folder = folder;
    this.#words = words;
  }

  wants(name: string): boolean {
    return this.#words.length === 0 || this.#words.some((word) => name.includes(word));
  }

  /** Does `work` with a page of each view. */
  async inEachView(options: BrowserContextOptions, work: (page: Page, view: View) => Promise<void>) {
    for (const view of views) {
      const { name: _, ...screen } = view;
      const page = await this.browser.newPage({ ...PLACE, ...options, ...screen });
      page.setDefaultTimeout(TIMEOUT_MS);
      await work(page, view);
      await page.close();
    }
  }

  /** @param fullPage false: what is in view, where something lies above the page. */
  async take(page: Page, name: string, view: View, { fullPage = true } = {}): Promise<void> {
    const path = join(this.#folder, `${name}-${view.name}.png`);
    await page.screenshot({ path, fullPage });
    process.stdout.write(`${path}\n`);
  }
}
