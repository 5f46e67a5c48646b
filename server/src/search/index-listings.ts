import { whileHeld } from "../leases/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { writeDocuments } from "./documents/write-documents.ts";
import type { UsesSearch } from "./services.ts";
import { embedListings } from "./vectors/embed-listings.ts";

export const indexListingsJob = "index-listings";

/**
 * Makes what has changed of the listings findable by words: their documents first, which words and features are looked up in,
 * then the vectors. It may be stopped anywhere; the next run goes on. One worker at a time does it, so that no model is asked about a
 * document twice; when it dies, another one goes on within the time of a lease.
 */
export async function indexListings(ctx: Context<UsesModels & UsesSearch>): Promise<void> {
  await whileHeld(ctx, "listing index", async (ctx, lease) => {
    await writeDocuments(ctx, lease);
    await embedListings(ctx, lease);
  });
  await ctx.search.vectors.catchUp();
}
