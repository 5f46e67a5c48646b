import { acceptVowTerms } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { AcceptedVowTerms, SourceOfTerms, VowVersion } from "../favorites.schemas.ts";
import { requireClient } from "../tokens/require-client.ts";

/**
 * The client accepts the VOW terms of a source, and sees its `vow_fields` from then on (decisions: D36, D40 of feeds).
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 404 and 409 as `acceptVowTerms`.
 */
export async function acceptTerms(
  ctx: TenantContext,
  { source, version }: SourceOfTerms & VowVersion,
): Promise<AcceptedVowTerms> {
  const { clientId } = await requireClient(ctx);
  return { source, version, accepted_at: await acceptVowTerms(ctx, { clientId, source, version }) };
}
