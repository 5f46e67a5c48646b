import type { ListingChange } from "./listing-context.ts";

/** A change of the asking price: by how much, and on which day. */
export type PriceChange = { by: number; day: string };

/** The last change of the price since the home was offered; null without one. */
export function lastPriceChange(history: readonly ListingChange[]): PriceChange | null {
  for (const { event, from, to, at } of history) {
    if (event === "listed" || event === "relisted") return null;
    if (event !== "price_changed" || typeof from !== "number" || typeof to !== "number") continue;
    return from === to ? null : { by: to - from, day: at };
  }
  return null;
}
