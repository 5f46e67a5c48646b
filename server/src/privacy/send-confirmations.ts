import { isInAuditLog } from "../audit/index.ts";
import { brokerageSummary, primaryContactEmail } from "../brokerages/index.ts";
import { enqueueMail } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";
import { inTransaction } from "../platform/database/database.ts";
import { hasPersonalData } from "./personal-data.ts";
import type { RequestRow } from "./request-row.ts";
import { formatDay } from "./request-row.ts";
import { confirmationUrl, LINK_MS, newToken } from "./tokens.ts";

/** The job that sends confirmations, woken by each new request. */
export const confirmationJob = "confirm-privacy-requests";

/**
 * Mails confirmation links for new requests. A request for an address without stored data is deleted without a mail:
 * otherwise any caller could have mail sent to any address and have unknown addresses stored.
 */
export async function sendConfirmations(ctx: Context): Promise<void> {
  for (let last = 0; !ctx.signal.aborted; ) {
    const next = await ctx.db
      .selectFrom("privacy_requests")
      .select("id")
      .where("status", "=", "pending_confirmation")
      .where("token_hash", "is", null)
      .where("id", ">", last)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    last = next.id;
    try {
      await inTransaction(ctx, (ctx) => sendConfirmation(ctx, last));
    } catch (error) {
      // It is retried on the next run; other requests are processed first.
      ctx.log.error({ err: error, privacy_request: last }, "privacy confirmation failed, will retry");
    }
  }
}

async function sendConfirmation(ctx: Context, id: number): Promise<void> {
  const request = (await ctx.db
    .selectFrom("privacy_requests")
    .selectAll()
    .where("id", "=", id)
    .where("status", "=", "pending_confirmation")
    .where("token_hash", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as RequestRow | undefined;
  if (!request) return;
  const { brokerage_id: brokerageId, kind, email } = request;
  const person: DataSubject = { brokerageId, email: email as string };
  if (!(await hasPersonalData(ctx, person)) && !(await isInAuditLog(ctx, person))) {
    await ctx.db.deleteFrom("privacy_requests").where("id", "=", id).execute();
    return;
  }
  const { token, hash } = newToken();
  const expires = new Date(ctx.clock.now().getTime() + LINK_MS);
  await ctx.db
    .updateTable("privacy_requests")
    .set({ token_hash: hash, token_expires_at: expires })
    .where("id", "=", id)
    .execute();
  const { name } = await brokerageSummary(ctx.db, brokerageId);
  await enqueueMail(ctx, {
    brokerageId,
    leadId: null,
    template: "privacy_confirmation",
    data: {
      kind,
      brokerage: name,
      url: confirmationUrl(ctx, token),
      until: await formatDay(ctx, brokerageId, expires),
    },
    to: person.email,
    replyTo: await primaryContactEmail(ctx.db, brokerageId),
    audience: "public",
    occasion: `privacy request ${id}`,
    causedBy: person.email,
  });
}
