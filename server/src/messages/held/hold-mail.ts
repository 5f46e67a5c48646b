import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { ClaimedMessage } from "../claim-due-messages.sql.ts";
import { mailDomain } from "../enqueue.ts";
import type { TemplateData, TemplateName } from "../templates/templates.ts";

/** A mail that its writer sends at once. */
export type HeldMail<Name extends TemplateName = TemplateName> = {
  brokerageId: number;
  leadId: number;
  template: Name;
  data: TemplateData<Name>;
  to: string;
  replyTo: string | null;
  /** What gave rise to it; it is sent once, also when it goes to another address at the second attempt. */
  occasion: string;
};

/**
 * Writes mails into the ledger that their writer sends itself (`heldMailSender`), by its own rule of trying again: the job
 * that delivers the others leaves them alone. Written again, an occasion keeps its Message-ID. What they say is not kept.
 *
 * @returns for each, in the same order, what to send; null where the occasion's mail has left already.
 */
export async function holdMail<Name extends TemplateName>(
  ctx: Context,
  mails: readonly HeldMail<Name>[],
): Promise<(ClaimedMessage | null)[]> {
  if (mails.length === 0) return [];
  const now = ctx.clock.now();
  const domain = mailDomain(ctx.config.mail.from);
  const rows = await ctx.db
    .insertInto("messages")
    .values(
      mails.map((mail) => ({
        brokerage_id: mail.brokerageId,
        lead_id: mail.leadId,
        kind: mail.template,
        channel: "email",
        recipient: mail.to,
        occasion: mail.occasion,
        reference: `<${randomUUID()}@${domain}>`,
        state: "sending",
        due_at: now,
        claimed_until: HELD,
        attempts: 1,
        content: JSON.stringify({ audience: "public" }),
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column("occasion")
        .doUpdateSet(({ ref }) => ({
          recipient: ref("excluded.recipient"),
          content: ref("excluded.content"),
          due_at: now,
          state: "sending",
          claimed_until: HELD,
          attempts: sql<number>`messages.attempts + 1`,
          finished_at: null,
        }))
        .where("messages.state", "<>", "sent"),
    )
    .returning(["id", "occasion", "reference", "attempts", "created_at"])
    .execute();
  const written = new Map(rows.map((row) => [row.occasion, row]));
  return mails.map((mail) => {
    const row = written.get(mail.occasion);
    if (!row) return null;
    return {
      id: row.id,
      brokerage_id: mail.brokerageId,
      lead_id: mail.leadId,
      kind: mail.template,
      recipient: mail.to,
      reference: row.reference,
      attempts: row.attempts,
      content: {
        template: mail.template,
        data: mail.data,
        audience: "public",
        replyTo: mail.replyTo,
        date: row.created_at.toISOString(),
      },
    };
  });
}

/** Claimed for ever: whatever becomes of its process, it waits for its writer. */
export const HELD = sql<Date>`'infinity'::timestamptz`;
