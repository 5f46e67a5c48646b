import type { Context } from "../context.ts";
import { writeDocuments } from "./documents/write-documents.ts";
import { embedListings } from "./vectors/embed-listings.ts";

export const indexListingsJob = "index-listings";

/**
 * Makes what has changed of the listings findable by words: their documents first, which words and features are looked up in,
 * then the vectors. It may be stopped anywhere; the next run goes on.
 */
export async function indexListings(ctx: Context): Promise<void> {
  await writeDocuments(ctx);
  await embedListings(ctx);
  await ctx.listingVectors.catchUp();
}
