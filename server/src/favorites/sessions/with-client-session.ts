import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { CLIENT_COOKIE } from "../../platform/http/client-cookie.ts";
import { isOriginOfDomains } from "../../platform/http/cors.ts";
import { foreignRequest } from "../../platform/http/foreign-requests.ts";
import { WithCookie } from "../../platform/http/with-cookie.ts";
import { endClientSession, SESSION_MS, startClientSession } from "./client-sessions.ts";

/**
 * Verifies a client by `redeem` and signs them in, in one transaction: the reply sets the cookie. A page of another domain of the
 * brokerage gets the reply without a cookie, and uses its token.
 *
 * @param redeem returns null when it verifies no client.
 */
export async function withClientSession<Ctx extends TenantContext, Reply extends { client_id: number }>(
  ctx: Ctx,
  redeem: (ctx: Ctx) => Promise<Reply | null>,
): Promise<Reply | WithCookie<Reply> | null> {
  return inTransaction(ctx, async (ctx) => {
    const reply = await redeem(ctx);
    if (reply === null || ctx.isForeignWrite) return reply;
    // A browser has one session.
    if (ctx.clientCookie !== null) await endClientSession(ctx, ctx.clientCookie);
    return new WithCookie(reply, {
      name: CLIENT_COOKIE,
      value: await startClientSession(ctx, reply.client_id),
      seconds: SESSION_MS / 1000,
      isHostOnly: true,
    });
  });
}

/** @throws AppError 403 for pages of other websites: they could sign a visitor in as another person. */
export function requireOwnPage({ isForeignWrite, origin, tenant }: TenantContext): void {
  if (!isForeignWrite) return;
  if (origin === null || !isOriginOfDomains(tenant.domains, origin)) throw foreignRequest();
}
