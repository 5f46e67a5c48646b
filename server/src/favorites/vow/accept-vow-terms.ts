import { lockPerson } from "../../leads/index.ts";
import { recordVowAcceptance } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { AcceptedVowTerms, SourceOfTerms, VowVersion } from "../favorites.schemas.ts";
import { requireClient } from "../tokens/require-client.ts";

/**
 * The client accepts the VOW terms of a source, and sees its `vow_fields` from then on.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 404 and 409 as `recordVowAcceptance`.
 */
export async function acceptVowTerms(
  ctx: TenantContext,
  { source, version }: SourceOfTerms & VowVersion,
): Promise<AcceptedVowTerms> {
  const client = await requireClient(ctx);
  return inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, client);
    // The client may have been erased while the lock was waited for.
    const { clientId } = await requireClient(ctx);
    return { source, version, accepted_at: await recordVowAcceptance(ctx, { clientId, source, version }) };
  });
}
