import { sql } from "kysely";
import { recordChange } from "../../../audit/index.ts";
import type { ActorContext, Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { toJsonb } from "../../../platform/database/to-jsonb.ts";
import { AppError } from "../../../platform/errors.ts";
import { auditView, type LeadRow } from "../../lead-row.ts";
import { lockLead } from "../../lead-scope.ts";
import type { LeadDetail, UnverifiedContactParams } from "../../leads.schemas.ts";
import { recordEvent } from "../../lifecycle/record-event.ts";
import { presentDetail } from "../../views/present-lead.ts";
import type { ContactData } from "./record-unverified-contact.ts";

/**
 * Copies the data of an unverified contact to the lead after staff verified them, with a timeline row and an audit row.
 *
 * @throws AppError 404 `Lead not found`, `Unverified contact not found`; 409 when it was accepted already.
 */
export async function acceptUnverifiedContact(
  ctx: ActorContext,
  { lead_id, event_id }: UnverifiedContactParams,
): Promise<LeadDetail> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockLead(ctx, lead_id);
    const data = await contactData(ctx, before, event_id);
    if (await isAccepted(ctx, before, event_id)) {
      throw new AppError("conflict", "This unverified contact was accepted already");
    }
    const after = await store(ctx, before, data);
    await recordEvent(ctx, lead_id, {
      event: "unverified_contact_accepted",
      occurredAt: ctx.clock.now(),
      payload: { event_id, fields: Object.keys(data) },
    });
    await recordChange(ctx, {
      action: "update",
      targetType: "lead",
      targetId: lead_id,
      brokerageId: after.brokerage_id,
      before: { ...auditView(before), preferences: before.preferences },
      after: { ...auditView(after), preferences: after.preferences },
    });
    return presentDetail(ctx, after);
  });
}

async function contactData({ db }: Context, lead: LeadRow, eventId: number): Promise<ContactData> {
  const row = await db
    .selectFrom("lead_events")
    .select("payload")
    .where("id", "=", eventId)
    .where("lead_id", "=", lead.id)
    .where("event_type", "=", "unverified_contact")
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", "Unverified contact not found");
  const { phone, preferences } = row.payload as ContactData;
  return { ...(phone !== undefined && { phone }), ...(preferences !== undefined && { preferences }) };
}

async function isAccepted({ db }: Context, lead: LeadRow, eventId: number): Promise<boolean> {
  const row = await db
    .selectFrom("lead_events")
    .select("id")
    .where("lead_id", "=", lead.id)
    .where("event_type", "=", "unverified_contact_accepted")
    .where(sql<string>`payload ->> 'event_id'`, "=", String(eventId))
    .executeTakeFirst();
  return row !== undefined;
}

async function store(ctx: Context, { id }: LeadRow, { phone, preferences }: ContactData): Promise<LeadRow> {
  return (await ctx.db
    .updateTable("leads")
    .set({
      ...(phone !== undefined && { phone }),
      ...(preferences !== undefined && { preferences: toJsonb(preferences) }),
      updated_at: ctx.clock.now(),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
}
