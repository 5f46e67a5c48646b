import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { chromiumPath, openChromium } from "../../../test/harness/chromium.ts";
import type { Home } from "./draft.ts";
import { htmlPart } from "./html-part.ts";
import { type SearchAlertData, searchAlert } from "./search-alerts.ts";
import { textPart } from "./text-part.ts";

const PHOTOS = fileURLToPath(new URL("../../../../demo/photos/", import.meta.url));
const sender = { brokerage: "Sawtooth Realty", color: "#24485c", address: ["8 Main St", "Boise, ID 83702"] };

const home = (fields: Partial<Home> = {}): Home => ({
  url: "https://sawtooth.test/homes/N-1?ref=pizLjRE-bqkwdlfT-AY4GQ",
  photo: null,
  reasons: ["New"],
  price: "$512,000",
  address: "12 Main St, Boise, ID 83702",
  facts: "3 beds · 2 baths · 1,800 sq ft",
  foundBy: "",
  attribution: "Listing courtesy of Tall Oaks Realty, Ann Archer, (208) 555-0101 · Source: IMLS",
  ...fields,
});

const alert = (fields: Partial<SearchAlertData> = {}): SearchAlertData => ({
  brokerage: "Sawtooth Realty",
  summary: "2 new homes, 1 price drop",
  notes: ["Ann Archer of Sawtooth Realty has saved the search \u201cNear work\u201d for you."],
  searches: "From your searches \u201cNear work\u201d, \u201cA pool\u201d.",
  homes: [
    home({ foundBy: "Found by: Near work, A pool" }),
    home({
      reasons: ["Back on the market", "\u2212$15,000", "Open house Sat, Jun 6, 1:00 PM to 3:00 PM"],
      address: "1234 Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Boulevard, Boise, ID 83702",
    }),
    home({ price: null, address: "Boise, ID 83702 · MLS N-3", attribution: null }),
  ],
  more: 3,
  moreUrl: "https://sawtooth.test/homes?ref=pizLjRE-bqkwdlfT-AY4GQ&city=Boise",
  smallPrint: ["Information is deemed reliable but not guaranteed. \u00a9 2026 Intermountain MLS."],
  unsubscribe: {
    oneClick: "https://api.sawtooth.test/api/v1/searches/unsubscribe/token",
    links: [
      {
        label: "Stop alerts for \u201cNear work\u201d",
        url: "https://api.sawtooth.test/api/v1/searches/unsubscribe/one",
      },
      { label: "Stop all alerts", url: "https://api.sawtooth.test/api/v1/searches/unsubscribe/all" },
    ],
  },
  ...fields,
});

describe("searchAlert", () => {
  it("has a text part with every home, its reasons and its source, and how to end the alerts", () => {
    expect(
      textPart(searchAlert(alert()), sender),
    ).toBe(`Ann Archer of Sawtooth Realty has saved the search “Near work” for you.

2 new homes, 1 price drop. From your searches “Near work”, “A pool”.

New
$512,000 · 12 Main St, Boise, ID 83702
3 beds · 2 baths · 1,800 sq ft
Found by: Near work, A pool
Listing courtesy of Tall Oaks Realty, Ann Archer, (208) 555-0101 · Source: IMLS
https://sawtooth.test/homes/N-1?ref=pizLjRE-bqkwdlfT-AY4GQ

Back on the market · −$15,000 · Open house Sat, Jun 6, 1:00 PM to 3:00 PM
$512,000 · 1234 Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Boulevard, Boise, ID 83702
3 beds · 2 baths · 1,800 sq ft
Listing courtesy of Tall Oaks Realty, Ann Archer, (208) 555-0101 · Source: IMLS
https://sawtooth.test/homes/N-1?ref=pizLjRE-bqkwdlfT-AY4GQ

New
Boise, ID 83702 · MLS N-3
3 beds · 2 baths · 1,800 sq ft
https://sawtooth.test/homes/N-1?ref=pizLjRE-bqkwdlfT-AY4GQ

There are 3 more homes than this mail shows.

See 3 more homes:
https://sawtooth.test/homes?ref=pizLjRE-bqkwdlfT-AY4GQ&city=Boise

Information is deemed reliable but not guaranteed. © 2026 Intermountain MLS.

--
Sawtooth Realty
8 Main St
Boise, ID 83702

Stop alerts for “Near work”: https://api.sawtooth.test/api/v1/searches/unsubscribe/one
Stop all alerts: https://api.sawtooth.test/api/v1/searches/unsubscribe/all
`);
  });

  it("names the home in the subject when it is the only one", () => {
    const { subject } = searchAlert(alert({ homes: [home()], more: 0 }));
    expect(subject).toBe("New: 12 Main St, Boise, ID 83702, $512,000");
    expect(searchAlert(alert()).subject).toBe("2 new homes, 1 price drop");
  });

  // CI installs one (scripts/with-chromium.sh): there it is never left out. SCREENSHOTS names a folder for pictures to look at.
  it.runIf(chromiumPath() !== null || process.env.CI)(
    "fits a phone and a desktop in light and dark, with readable text",
    async () => {
      const photo = readdirSync(PHOTOS).find((name) => name.endsWith(".webp")) as string;
      const source = `data:image/webp;base64,${readFileSync(join(PHOTOS, photo)).toString("base64")}`;
      const data = alert();
      const html = htmlPart(
        searchAlert({
          ...data,
          homes: data.homes.map((each, nth) => (nth < 2 ? { ...each, photo: source } : each)),
        }),
        sender,
      );
      const browser = await openChromium();
      try {
        for (const colorScheme of ["light", "dark"] as const)
          for (const width of [320, 600]) {
            const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
            await page.setContent(html);
            const folder = process.env.SCREENSHOTS;
            if (folder)
              await page.screenshot({ path: join(folder, `${colorScheme}-${width}.png`), fullPage: true });
            const scrolled = await page.evaluate("document.documentElement.scrollWidth");
            expect(scrolled, `${colorScheme} ${width}`).toBeLessThanOrEqual(width);
            expect(await page.evaluate(CONTRASTS), `${colorScheme} ${width}`).toEqual([]);
          }
      } finally {
        await browser.close();
      }
    },
  );
});

/** Texts whose contrast with what is behind them is below 4.5 (WCAG AA). */
const CONTRASTS = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b]
    .map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, nth) => sum + value * [0.2126, 0.7152, 0.0722][nth], 0);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = parse(getComputedStyle(each).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (text === "" || element.getClientRects().length === 0) continue;
    const [one, other] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) poor.push(text + " " + ratio.toFixed(1));
  }
  return poor;
})()`;
