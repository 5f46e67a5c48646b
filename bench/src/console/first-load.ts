import type { Browser } from "playwright-core";
import { openTab } from "./open-console.ts";

export type FirstLoad = {
  /** As transferred, with headers, by kind of file. */
  bytes: Record<string, number>;
  /** Since the navigation began. */
  firstPaintMs: number;
  rowsMs: number;
};

const KINDS: Record<string, string> = {
  Document: "document",
  Script: "script",
  Stylesheet: "styles",
  Font: "fonts",
  Fetch: "replies of the API",
  XHR: "replies of the API",
};

/** Opens a page of the console in a browser that has nothing of it yet, until its rows are shown and nothing more is loaded. */
export async function firstLoad(
  browser: Browser,
  { origin, key, path, rows }: { origin: string; key: string; path: string; rows: string },
): Promise<FirstLoad> {
  const { context, page, devtools } = await openTab(browser, origin, key);
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  devtools.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = KINDS[kinds.get(requestId) ?? ""] ?? "other";
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await devtools.send("Network.enable");
  try {
    await page.goto(origin + path, { waitUntil: "commit" });
    // The time of the frame that shows the first row, by the page's own clock.
    const rowsMs = await page.evaluate(
      (selector) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelector(selector)) resolve(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
      rows,
    );
    await page.waitForTimeout(1500);
    const firstPaintMs = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    return { bytes, firstPaintMs, rowsMs };
  } finally {
    await context.close();
  }
}
