import { protectedTermsIn } from "../../fair-housing/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { UsesListings } from "../services.ts";
import { wordsOf } from "./words.ts";

/** The words to be looked for, or what is wrong with them (search.md, D06 and D36). */
export function readKeywords(
  { tenant, listings }: Pick<TenantContext<UsesListings>, "tenant" | "listings">,
  text: string,
): { words: string[] } | { problem: string } {
  const [term] = protectedTermsIn(text, listings.index.placeNames(tenant.sourceIds));
  if (term) {
    const instead = term.instead === null ? "" : `: search for ${term.instead} instead`;
    return {
      problem: `must not have "${term.text}", which names a class that fair housing laws protect${instead}`,
    };
  }
  const words = wordsOf(text);
  return words.length === 0 ? { problem: "must have a word" } : { words };
}
