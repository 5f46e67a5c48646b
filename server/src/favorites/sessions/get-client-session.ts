import type { TenantContext } from "../../platform/context.ts";
import type { ClientSession } from "../favorites.schemas.ts";
import { requireClient } from "../tokens/require-client.ts";

/**
 * Gets the client who is signed in, by cookie or token.
 *
 * @throws AppError 401 without a client of this brokerage.
 */
export async function getClientSession(ctx: TenantContext): Promise<ClientSession> {
  const { clientId, email } = await requireClient(ctx);
  return { client_id: clientId, email };
}
