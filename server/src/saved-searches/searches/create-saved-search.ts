import {
  CLIENT_REFUSED,
  clientOrVisitor,
  requireActiveClient,
  requireClient,
} from "../../favorites/index.ts";
import { lockPerson } from "../../leads/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import type { UsesSearch } from "../../search/index.ts";
import { setTimeZone } from "../alerts/time-zones.ts";
import { requestConfirmation } from "../confirmation/request-confirmation.ts";
import type { CreateSavedSearchBody, PendingSearch, SavedSearch } from "../saved-searches.schemas.ts";
import { readDefinition } from "./read-definition.ts";
import { searchView } from "./search-view.ts";
import { storeSearch } from "./store-search.ts";

/** Authentication comes before anything else (search.md, D40). @throws AppError 401 for a bad token; 403 as `requireClient`. */
export async function refuseBadClient(ctx: TenantContext): Promise<void> {
  await clientOrVisitor(ctx);
}

/** @throws AppError 401 without a client and an email, before the body is judged. */
export async function requireClientOrEmail(ctx: TenantContext, body: unknown): Promise<void> {
  const { email = null } = (body ?? {}) as { email?: unknown };
  if (ctx.bearer === null && email === null) await requireClient(ctx);
}

/**
 * Saves a search of the client of the token or cookie. Without a client it is saved once the visitor has used the link that is mailed to `email`
 * (search.md, D40, D41).
 *
 * @throws AppError 401 for a bad token, and without client and email; 403 as `requireClient`; 409 for the 51st search; 422 as `readDefinition`; 429 while three
 *   confirmations of the email are pending.
 */
export async function createSavedSearch(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  input: CreateSavedSearchBody,
): Promise<SavedSearch | PendingSearch> {
  const { email, request_id: requestId = null, time_zone: timeZone, name, ...search } = input;
  const { filters = {}, query = null, ...wish } = search;
  const client = await clientOrVisitor(ctx);
  if (client === null) {
    if (email === undefined) throw new AppError("unauthenticated", CLIENT_REFUSED);
    // Of mails that one address causes, magic links included.
    await ctx.limits.take("magic_link_address", addressKey(ctx.address ?? undefined));
    const definition = await readDefinition(ctx, { filters, query });
    await requestConfirmation(ctx, {
      email,
      search: { name: name || null, definition, ...wish },
      timeZone: timeZone ?? null,
      requestId,
    });
    return { status: "pending_confirmation" };
  }
  const { brokerageId, clientId, email: ownEmail } = client;
  const definition = await readDefinition(ctx, { filters, query });
  return inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, { brokerageId, email: ownEmail });
    // The client may have been erased while the lock was waited for.
    await requireActiveClient(ctx);
    const row = await storeSearch(
      ctx,
      { brokerageId, clientId },
      { name: name || null, definition, ...wish },
    );
    if (timeZone !== undefined) await setTimeZone(ctx, { brokerageId, clientId }, timeZone);
    return searchView(ctx, row);
  });
}
