import type { Page } from "playwright-core";
import type { RawRecord } from "../../../server/src/listings/index.ts";
import { home } from "../../../server/test/harness/market.ts";

/** Forty homes around Boise, in two towns, from west to east. */
export function fortyHomes(fieldsOf: (nth: number) => RawRecord = () => ({})): RawRecord[] {
  return Array.from({ length: 40 }, (_, nth) =>
    home({
      ListingId: `B-${nth}`,
      City: nth % 4 === 0 ? "Nampa" : "Boise",
      BedroomsTotal: (nth % 5) + 1,
      ListPrice: 300_000 + nth * 10_000,
      Latitude: 43.5 + nth * 0.005,
      Longitude: -116.5 + nth * 0.01,
      ...fieldsOf(nth),
    }),
  );
}

export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

export const heading = (page: Page): Promise<string> => page.locator("h1").innerText();

/** Waits until the script of the results has taken over their links and forms. */
export async function scripted(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === "manual");
}
