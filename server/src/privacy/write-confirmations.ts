import { isInAuditLog } from "../audit/index.ts";
import { brokerageSummary, primaryContactEmail } from "../brokerages/index.ts";
import { enqueueMail } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";
import { inTransaction } from "../platform/database/database.ts";
import { dayInWords } from "./day-in-words.ts";
import { isAnythingHeld } from "./personal-data.ts";
import type { RequestRow } from "./request-row.ts";
import { confirmationUrl, LINK_MS, newToken } from "./tokens.ts";

/** The job that does it: soon after somebody has asked. */
export const confirmationJob = "confirm-privacy-requests";

/**
 * Writes to those whose address somebody has made a request for, so that they confirm it. A stranger gets no mail, and their
 * request goes: else anybody could have us write to anybody, and keep addresses of people we know nothing of.
 */
export async function writeConfirmations(ctx: Context): Promise<void> {
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
      await inTransaction(ctx, (ctx) => writeConfirmation(ctx, last));
    } catch (error) {
      // It is tried again with the next one; the others need not wait for that.
      ctx.log.error({ err: error, privacy_request: last }, "a privacy request waits");
    }
  }
}

async function writeConfirmation(ctx: Context, id: number): Promise<void> {
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
  if (!(await isAnythingHeld(ctx, person)) && !(await isInAuditLog(ctx, person))) {
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
      until: await dayInWords(ctx, brokerageId, expires),
    },
    to: person.email,
    replyTo: await primaryContactEmail(ctx.db, brokerageId),
    audience: "public",
    occasion: `privacy request ${id}`,
    causedBy: person.email,
  });
}
