import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { writeClaimedMail } from "./delivery/write-claimed-mail.sql.ts";
import { mailDomain } from "./enqueue.ts";
import type { ClaimedMessage } from "./message.ts";
import type { TemplateData, TemplateName } from "./templates/templates.ts";

/** A mail to a lead that its queue writes and sends at once. */
export type DirectMail<Name extends TemplateName = TemplateName> = {
  brokerageId: number;
  leadId: number;
  template: Name;
  data: TemplateData<Name>;
  to: string;
  replyTo: string | null;
  /** The event that causes it. An occasion is sent once, even if a second attempt goes to another address. */
  occasion: string;
  /** How many attempts have failed in a row. */
  failures: number;
};

/**
 * Writes mails into the ledger that are claimed by the caller from the start, until `until`. A mail that has failed before, or
 * whose process has died, is rewritten and keeps its Message-ID. The content is not stored.
 *
 * @returns for each mail, in the same order, the message to send; null where the occasion's mail has been sent already.
 */
export async function enqueueClaimedMail<Name extends TemplateName>(
  ctx: Context,
  mails: readonly DirectMail<Name>[],
  until: Date,
): Promise<(ClaimedMessage | null)[]> {
  if (mails.length === 0) return [];
  const domain = mailDomain(ctx.config.mail.from);
  const rows = await writeClaimedMail(
    ctx.db,
    mails.map((mail) => ({
      brokerage_id: mail.brokerageId,
      lead_id: mail.leadId,
      kind: mail.template,
      recipient: mail.to,
      occasion: mail.occasion,
      reference: `<${randomUUID()}@${domain}>`,
    })),
    { now: ctx.clock.now(), until },
  );
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
      failures: mail.failures,
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

const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Drops mails that have waited an hour for another attempt: their cause has ended meanwhile. A mail whose process died
 * while sending may have left. Index messages_due.
 */
export async function dropAbandonedMail({ db, clock }: Context, kind: TemplateName): Promise<void> {
  const now = clock.now();
  await db
    .updateTable("messages")
    .set({
      state: "dropped",
      failure: sql<string>`coalesce(failure, 'no longer applicable: its lead, step or event has ended')`,
      content: null,
      claimed_until: null,
      finished_at: now,
    })
    .where("channel", "=", "email")
    .where("state", "in", ["waiting", "sending"])
    .where("due_at", "<", new Date(now.getTime() - ABANDONED_AFTER_MS))
    .where("kind", "=", kind)
    .execute();
}
