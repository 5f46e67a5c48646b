import { vowTermsOf } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { SourceOfTerms, VowTermsView } from "../favorites.schemas.ts";

/** The VOW terms of a source, for clients to read. @throws AppError 404 as `vowTermsOf`. */
export async function getVowTerms(ctx: TenantContext, { source }: SourceOfTerms): Promise<VowTermsView> {
  const { terms } = await vowTermsOf(ctx, source);
  return { source, ...terms };
}
