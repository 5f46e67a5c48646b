import type { TenantContext } from "../platform/context.ts";
import { afterCommit } from "../platform/database/database.ts";
import type { CreatePrivacyRequestBody, PrivacyRequestReceived, Status } from "./privacy.schemas.ts";
import { confirmationJob } from "./send-confirmations.ts";
import { hashOfEmail, LINK_MS } from "./tokens.ts";

/**
 * Creates a request to erase or export the data that the domain's brokerage holds about an address. It takes effect
 * only after the owner of the address confirms it by mail. Whether any data is held is checked later
 * (`sendConfirmations`), so that neither the reply nor its time reveals it.
 *
 * @param limit the key by which requests for the address are counted.
 * @throws AppError 429 after too many requests for that address.
 */
export async function createPrivacyRequest(
  ctx: TenantContext,
  { email, kind }: CreatePrivacyRequestBody,
  // Counted per kind, so that export requests by others cannot use up the erasure requests of a person.
  limit: string = `${ctx.tenant.brokerageId} ${kind} ${email.toLowerCase()}`,
): Promise<PrivacyRequestReceived> {
  const { brokerageId } = ctx.tenant;
  await ctx.limits.take("privacy_email", limit);
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
