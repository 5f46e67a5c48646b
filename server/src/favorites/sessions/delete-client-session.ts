import type { TenantContext } from "../../platform/context.ts";
import { CLIENT_COOKIE } from "../../platform/http/client-cookie.ts";
import { foreignRequest } from "../../platform/http/foreign-requests.ts";
import { WithCookie } from "../../platform/http/with-cookie.ts";
import type { Done } from "../favorites.schemas.ts";
import { endClientSession } from "./client-sessions.ts";

/**
 * Signs this browser out: its session ends and the cookie is deleted. Succeeds without a session too, so that a repeat does not fail.
 *
 * @throws AppError 403 for pages of another origin.
 */
export async function deleteClientSession(ctx: TenantContext): Promise<WithCookie<Done>> {
  if (ctx.isForeignWrite) throw foreignRequest();
  if (ctx.clientCookie !== null) await endClientSession(ctx, ctx.clientCookie);
  return new WithCookie(
    { success: true, message: "Signed out" },
    { name: CLIENT_COOKIE, value: null, isHostOnly: true },
  );
}
