import { forgetImagesOfSource, pruneEnrichments } from "./images/index.ts";
import { applySourceRules } from "./listings/index.ts";
import { forgetDocumentsOfSource } from "./search/index.ts";
import type { AppContext } from "./services.ts";

/** The job that follows changes of the sources' rules: see `applySourceRules`. */
export function applyRules(ctx: AppContext): Promise<void> {
  return applySourceRules(ctx, async (sourceId) => {
    await forgetDocumentsOfSource(ctx, sourceId);
    await forgetImagesOfSource(ctx, sourceId);
    // Pictures that were hidden before: no listing has shown them for some time.
    await pruneEnrichments(ctx);
  });
}
