import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { findClient } from "../../visitors/index.ts";
import { readToken, type TokenOwner } from "./favorites-token.ts";

export const REFUSED = "Invalid or expired auth token. Request a new magic link.";

/**
 * Whose favorites a request is about: its bearer token says so, on the domain of the brokerage it is of. Nobody has to be
 * there any more: see `requireClient`.
 *
 * @throws AppError 401, whatever is wrong with the token.
 */
export async function ownerOfToken(ctx: TenantContext): Promise<TokenOwner> {
  const owner = ctx.bearer === null ? null : await readToken(ctx, ctx.bearer);
  if (owner?.brokerageId !== ctx.tenant.brokerageId) throw refused();
  return owner;
}

/**
 * The client of a request's token.
 *
 * @throws AppError 401, also when they are gone: an erasure ends all their tokens.
 */
export async function requireClient(ctx: TenantContext): Promise<TokenOwner> {
  const owner = await ownerOfToken(ctx);
  const client = await findClient(ctx, owner);
  if (client?.email !== owner.email) throw refused();
  return owner;
}

function refused(): AppError {
  return new AppError("unauthenticated", REFUSED);
}
