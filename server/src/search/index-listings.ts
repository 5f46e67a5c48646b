import { whileHeld } from "../leases/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { writeDocuments } from "./documents/write-documents.ts";
import type { UsesSearch } from "./services.ts";
import { embedListings } from "./vectors/embed-listings.ts";

export const indexListingsJob = "index-listings";

/**
 * Indexes changed listings for natural-language search: their documents first, which have words and features, then the vectors. A
 * run that was stopped is continued by the next one. A lease lets one worker at a time run, so that no document is embedded twice;
 * after a crash another worker continues when the lease has expired.
 */
export async function indexListings(ctx: Context<UsesModels & UsesSearch>): Promise<void> {
  await whileHeld(ctx, "listing index", async (ctx, lease) => {
    if ((await writeDocuments(ctx, lease)) > 0) ctx.search.vocabularies.noteChanges();
    await embedListings(ctx, lease);
  });
  await ctx.search.vectors.catchUp();
}
