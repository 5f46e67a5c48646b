import { issueToken } from "../../client-tokens/index.ts";
import { claimSession } from "../../engagement/index.ts";
import { lockPerson } from "../../leads/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { ensureClient } from "../../visitors/index.ts";
import type { MagicLinkParams, VerifiedClient } from "../favorites.schemas.ts";
import { readFavorites } from "../list-favorites.ts";
import { alreadyUsed, type MagicLink, requireUsableLink, setLinkClient, useLink } from "./magic-links.ts";

/**
 * Uses a magic link: creates the client with that email and links the session of this request to it, if that session
 * belongs to the brokerage and to no other person. The session that requested the link is not linked, because any
 * caller may request a link to any address. Of concurrent calls, one succeeds.
 *
 * @throws AppError 404 `Magic link not found`, also on another brokerage's domain; 400 when it was used or has
 * expired.
 */
export async function verifyMagicLink(
  ctx: TenantContext,
  { token }: MagicLinkParams,
): Promise<VerifiedClient> {
  const link = await requireUsableLink(ctx, token);
  const client = await redeemLink(ctx, link);
  if (client) return client;
  await requireUsableLink(ctx, token);
  throw alreadyUsed();
}

/** Uses a link that was found by its token or its code. @returns null when it was used or has expired since. */
export async function redeemLink(ctx: TenantContext, link: MagicLink): Promise<VerifiedClient | null> {
  const { brokerageId } = ctx.tenant;
  const email = link.email.toLowerCase();
  return inTransaction(ctx, async (ctx) => {
    // Taken before any row lock, as in an erasure of the same person.
    await lockPerson(ctx, { brokerageId, email });
    if (!(await useLink(ctx, link))) return null;
    const clientId = await ensureClient(ctx, { brokerageId, email });
    await setLinkClient(ctx, link, clientId);
    if (ctx.sessionId !== null)
      await claimSession(ctx, { sessionId: ctx.sessionId, brokerageId, clientId, email });
    return {
      success: true,
      client_id: clientId,
      auth_token: await issueToken(ctx, { clientId, brokerageId, email }),
      favorites: await readFavorites(ctx, clientId),
      email,
    };
  });
}
