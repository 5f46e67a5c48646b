import { readToken, type TokenOwner } from "../../client-tokens/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { findClient, noteClientActive } from "../../visitors/index.ts";

export const REFUSED = "Invalid or expired auth token. Request a new magic link.";

/**
 * Reads the owner of the request's bearer token, which must be of the domain's brokerage. The client may have been
 * deleted since: see `requireClient`.
 *
 * @throws AppError 401, for any invalid token.
 */
export async function requireTokenOwner(ctx: TenantContext): Promise<TokenOwner> {
  const owner = ctx.bearer === null ? null : await readToken(ctx, ctx.bearer);
  if (owner?.brokerageId !== ctx.tenant.brokerageId) throw refused();
  return owner;
}

/**
 * Returns the client of the request's token.
 *
 * @throws AppError 401, also when the client was erased, which ends all of their tokens.
 */
export async function requireClient(ctx: TenantContext): Promise<TokenOwner> {
  const owner = await requireTokenOwner(ctx);
  const client = await findClient(ctx, owner);
  if (client?.email !== owner.email) throw refused();
  return owner;
}

/** `requireClient` of a request: a call with the token is a sign of life (search.md, D50). */
export async function requireActiveClient(ctx: TenantContext): Promise<TokenOwner> {
  const owner = await requireClient(ctx);
  if (!ctx.isPreview) await noteClientActive(ctx, owner.clientId);
  return owner;
}

function refused(): AppError {
  return new AppError("unauthenticated", REFUSED);
}
