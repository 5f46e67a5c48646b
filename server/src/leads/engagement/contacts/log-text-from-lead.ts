import type { Context } from "../../../platform/context.ts";
import { leadsByPhone } from "../../contact-rules/leads-by-phone.sql.ts";
import { lockLeads } from "../../lead-scope.ts";
import type { EventActor } from "../../lifecycle/record-event.ts";
import { isOpen } from "../../lifecycle/stages.ts";
import { NOTE_LENGTH } from "../../lifecycle/timeline/timeline.schemas.ts";
import { storeContact } from "./log-lead-contact.ts";

const lead: EventActor = { type: "visitor", id: null, name: "lead" };

type TextFromLead = { brokerageId: number; phone: string; body: string };

/**
 * Logs a text to a brokerage as a contact of the sender's lead: the newest open one, otherwise the newest. Texts of unknown
 * phones are ignored. Call it in a transaction.
 */
export async function logTextFromLead(
  ctx: Context,
  { brokerageId, phone, body }: TextFromLead,
): Promise<void> {
  const own = (await leadsByPhone(ctx.db, phone)).filter(({ brokerage_id }) => brokerage_id === brokerageId);
  const rows = await lockLeads(
    ctx,
    own.map(({ id }) => id),
  );
  const found = rows.findLast(({ stage }) => isOpen(stage)) ?? rows.at(-1);
  if (!found) return;
  // PostgreSQL text cannot hold NUL or lone surrogates.
  const note = body.replaceAll("\0", "").slice(0, NOTE_LENGTH).toWellFormed().trim() || null;
  await storeContact(ctx, found, {
    channel: "text",
    direction: "inbound",
    note,
    statedTime: null,
    actor: lead,
  });
}
