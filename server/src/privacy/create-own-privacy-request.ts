import { requireClient } from "../favorites/index.ts";
import { lockPerson } from "../leads/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { createPrivacyRequest } from "./create-privacy-request.ts";
import type { CreateOwnPrivacyRequestBody, PrivacyRequestReceived, Status } from "./privacy.schemas.ts";
import { hashOfEmail } from "./tokens.ts";

/**
 * Creates a request of a signed-in client to export or erase the data about their own address. An export needs no confirmation, because
 * its link is mailed to that address. An erasure cannot be undone: it is confirmed by mail, as for everyone, in case another person uses
 * the client's browser.
 *
 * @throws AppError 401 without a client; 403 for a cookie with which a page of another origin writes; 429 after too many requests.
 */
export async function createOwnPrivacyRequest(
  ctx: TenantContext,
  { kind }: CreateOwnPrivacyRequestBody,
): Promise<PrivacyRequestReceived> {
  const { brokerageId, email } = await requireClient(ctx);
  // Counted apart from the requests that any visitor can send for the address.
  const limit = `own ${brokerageId} ${kind} ${email}`;
  if (kind === "erase") return createPrivacyRequest(ctx, { kind, email }, limit);
  await ctx.limits.take("privacy_email", limit);
  return inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, { brokerageId, email });
    // The client may have been erased while the lock was waited for.
    await requireClient(ctx);
    const now = ctx.clock.now();
    const row = await ctx.db
      .insertInto("privacy_requests")
      .values({
        brokerage_id: brokerageId,
        kind,
        status: "confirmed",
        email,
        email_hash: hashOfEmail(ctx, { brokerageId, email }),
        token_expires_at: now,
        created_at: now,
        confirmed_at: now,
        due_at: now,
      })
      .returning(["id", "status"])
      .executeTakeFirstOrThrow();
    return { id: row.id, status: row.status as Status };
  });
}
