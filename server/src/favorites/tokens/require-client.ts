import { readToken, type TokenOwner } from "../../client-tokens/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { foreignRequest } from "../../platform/http/foreign-requests.ts";
import { findClient, noteClientActive } from "../../visitors/index.ts";
import { sessionOwner } from "../sessions/client-sessions.ts";

export const REFUSED = "Invalid or expired auth token. Request a new magic link.";

/**
 * Reads the owner of the request's bearer token, or without one of its cookie, which must be of the domain's brokerage. The client of a
 * token may have been deleted since: see `requireClient`.
 *
 * @throws AppError 401, for any invalid token or cookie; 403 for a cookie with which a page of another origin writes.
 */
export async function requireTokenOwner(ctx: TenantContext): Promise<TokenOwner> {
  const owner = ctx.bearer === null ? await ownerOfCookie(ctx) : await readToken(ctx, ctx.bearer);
  if (owner?.brokerageId !== ctx.tenant.brokerageId) throw refused();
  return owner;
}

/**
 * Returns the client of the request's token or cookie.
 *
 * @throws AppError 401, also when the client was erased, which ends all of their tokens; 403 as `requireTokenOwner`.
 */
export async function requireClient(ctx: TenantContext): Promise<TokenOwner> {
  const owner = await requireTokenOwner(ctx);
  // The owner of a cookie was read from the client's record.
  const client = ctx.bearer === null ? owner : await findClient(ctx, owner);
  if (client?.email !== owner.email) throw refused();
  return owner;
}

/** `requireClient` of a request: a call with the token or the cookie is a sign of life (search.md, D50). */
export async function requireActiveClient(ctx: TenantContext): Promise<TokenOwner> {
  const owner = await requireClient(ctx);
  if (!ctx.isPreview) await noteClientActive(ctx, owner.clientId);
  return owner;
}

/**
 * For routes that serve visitors too: the client of the request's token or cookie; null without either, and for a cookie that is no
 * longer valid, which is no credential there (web.md, W25).
 *
 * @throws AppError as `requireClient`, but 401 for a token only.
 */
export async function clientOrVisitor(ctx: TenantContext): Promise<TokenOwner | null> {
  return ctx.bearer === null ? ownerOfCookie(ctx) : requireClient(ctx);
}

async function ownerOfCookie(ctx: TenantContext): Promise<TokenOwner | null> {
  if (ctx.clientCookie === null) return null;
  if (ctx.isForeignWrite) throw foreignRequest();
  return sessionOwner(ctx, ctx.clientCookie);
}

function refused(): AppError {
  return new AppError("unauthenticated", REFUSED);
}
