import { claimSession } from "../../engagement/index.ts";
import { lockPerson } from "../../leads/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { ensureClient } from "../../visitors/index.ts";
import type { MagicLinkParams, VerifiedClient } from "../favorites.schemas.ts";
import { favoritesOf } from "../favorites-of.ts";
import { issueToken } from "../tokens/favorites-token.ts";
import { alreadyUsed, noteClient, usableLink, useLink } from "./magic-links.ts";

/**
 * Uses a magic link: the email is a client's from now on, and so is what the session has done that it is opened with, as far
 * as that is of this brokerage and nobody else's. Anybody can ask for a link to anybody's email, so the session that asked
 * is the client's only when it is that one. Of any number at once, one does.
 *
 * @throws AppError 404 `Magic link not found`, also on another brokerage's domain; 400 when it has been used, or has expired.
 */
export async function verifyMagicLink(
  ctx: TenantContext,
  { token }: MagicLinkParams,
): Promise<VerifiedClient> {
  const { brokerageId } = ctx.tenant;
  const link = await usableLink(ctx, token);
  const email = link.email.toLowerCase();
  return inTransaction(ctx, async (ctx) => {
    // Before any row, as an erasure of the same person does.
    await lockPerson(ctx.db, { brokerageId, email });
    if (!(await useLink(ctx, link))) {
      await usableLink(ctx, token);
      throw alreadyUsed();
    }
    const clientId = await ensureClient(ctx, { brokerageId, email });
    await noteClient(ctx, link, clientId);
    if (ctx.sessionId !== null)
      await claimSession(ctx, { sessionId: ctx.sessionId, brokerageId, clientId, email });
    return {
      success: true,
      client_id: clientId,
      auth_token: await issueToken(ctx, { clientId, brokerageId, email }),
      favorites: await favoritesOf(ctx, clientId),
      email,
    };
  });
}
