import { issueToken } from "../../client-tokens/index.ts";
import { claimSession } from "../../engagement/index.ts";
import { lockPerson } from "../../leads/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { ensureClient, noteClientActive } from "../../visitors/index.ts";
import { setTimeZone } from "../alerts/time-zones.ts";
import type { ConfirmedSearch, ConfirmParams } from "../saved-searches.schemas.ts";
import { searchView } from "../searches/search-view.ts";
import { storeSearch } from "../searches/store-search.ts";
import {
  alreadyUsed,
  type PendingConfirmation,
  requireUsable,
  useConfirmation,
} from "./search-confirmations.ts";

/**
 * Uses a confirmation link: creates the client with that email, saves the search, and links the session of this request as a magic link
 * does. Of concurrent calls, one succeeds (search.md, D41).
 *
 * @throws AppError 404 `Confirmation link not found`, also on another brokerage's domain; 400 when it was used or has expired; 409 for
 *   the 51st search, which leaves the link as it is.
 */
export async function confirmSearch(
  ctx: TenantContext<UsesListings>,
  { token }: ConfirmParams,
): Promise<ConfirmedSearch> {
  const link = await requireUsable(ctx, token);
  const confirmed = await redeemConfirmation(ctx, link);
  if (confirmed) return confirmed;
  await requireUsable(ctx, token);
  throw alreadyUsed();
}

/**
 * Uses a link that was found by its token or its code. @returns null when it was used or has expired since.
 *
 * @throws AppError 409 for the 51st search.
 */
export async function redeemConfirmation(
  ctx: TenantContext<UsesListings>,
  link: PendingConfirmation,
): Promise<ConfirmedSearch | null> {
  const { brokerageId } = ctx.tenant;
  const email = link.email.toLowerCase();
  return inTransaction(ctx, async (ctx) => {
    // Taken before any row lock, as in an erasure of the same person.
    await lockPerson(ctx, { brokerageId, email });
    if (!(await useConfirmation(ctx, link))) return null;
    const clientId = await ensureClient(ctx, { brokerageId, email });
    await noteClientActive(ctx, clientId);
    if (ctx.sessionId !== null)
      await claimSession(ctx, { sessionId: ctx.sessionId, brokerageId, clientId, email });
    const { timeZone, ...search } = link.search;
    const row = await storeSearch(ctx, { brokerageId, clientId }, search);
    if (timeZone !== null) await setTimeZone(ctx, { brokerageId, clientId }, timeZone);
    return {
      search: await searchView(ctx, row),
      client_id: clientId,
      auth_token: await issueToken(ctx, { clientId, brokerageId, email }),
    };
  });
}
