import { money } from "../../shared/numbers.ts";
import { listingTexts } from "../texts/listing.ts";

/** A price in tabular figures; in words where there is none. */
export function Price({ amount, class: className = "" }: { amount: number | null; class?: string }) {
  return (
    <span class={`price ${className}`.trim()}>{amount === null ? listingTexts.noPrice : money(amount)}</span>
  );
}
