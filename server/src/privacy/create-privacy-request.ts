import type { TenantContext } from "../platform/context.ts";
import { afterCommit } from "../platform/database/database.ts";
import type { CreatePrivacyRequestBody, PrivacyRequestReceived, Status } from "./privacy.schemas.ts";
import { hashOfEmail, LINK_MS } from "./tokens.ts";
import { confirmationJob } from "./write-confirmations.ts";

/**
 * Somebody asks the brokerage of the domain to erase, or to hand over, what it holds about an address. Nothing comes of it
 * before it is confirmed by whoever gets that address's mail. Whether anything is held is looked at afterwards
 * (`writeConfirmations`), so neither the reply nor the time it takes tells.
 *
 * @throws AppError 429 when it has been asked too often for that address.
 */
export async function createPrivacyRequest(
  ctx: TenantContext,
  { email, kind }: CreatePrivacyRequestBody,
): Promise<PrivacyRequestReceived> {
  const { brokerageId } = ctx.tenant;
  // Each kind has its own: nobody can use up somebody's erasures by asking for exports.
  await ctx.limits.take("privacy_email", `${brokerageId} ${kind} ${email.toLowerCase()}`);
  const now = ctx.clock.now();
  const row = await ctx.db
    .insertInto("privacy_requests")
    .values({
      brokerage_id: brokerageId,
      kind,
      email,
      email_hash: hashOfEmail(ctx, { brokerageId, email }),
      token_expires_at: new Date(now.getTime() + LINK_MS),
      created_at: now,
    })
    .returning(["id", "status"])
    .executeTakeFirstOrThrow();
  afterCommit(ctx, () => ctx.jobs.wake(confirmationJob));
  return { id: row.id, status: row.status as Status };
}
