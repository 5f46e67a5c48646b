import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { assignableAgent } from "../../../agents/index.ts";
import { enqueueMail } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { toJsonb } from "../../../platform/database/to-jsonb.ts";
import { leadUrl } from "../../lead-names.ts";
import type { LeadRow } from "../../lead-row.ts";
import { recordEvent, visitor } from "../../lifecycle/record-event.ts";
import { stageLabels } from "../../lifecycle/stages.ts";

/** Data of a form beyond name and email. */
export type ContactData = { phone?: string; preferences?: object };

/** A form with the name and email of a known lead, from an unverified sender. */
export type UnverifiedContact = {
  /** The form, as in the payload of a lead's first timeline row. */
  intake: string;
  /** As entered. */
  name: string;
  phone: string | null;
  /** From the visitor's session. */
  preferences: object | null;
};

const DAY_MS = 86_400_000;
/** Rows per lead and day. A person has one or two phones; more rows than this are a flood. */
const MAX_PER_DAY = 20;

/**
 * Records the data of a form that differ from a known lead, as a timeline row. A public form does not verify its sender, so
 * the lead stays unchanged until staff accept the row (decisions.md: Registration). The lead must be locked. Repeated data
 * within a day are one row.
 */
export async function recordUnverifiedContact(
  ctx: Context,
  lead: LeadRow,
  { intake, name, phone, preferences }: UnverifiedContact,
): Promise<void> {
  const data: ContactData = {
    ...(phone && digitsOf(phone) !== digitsOf(lead.phone ?? "") && { phone }),
    ...(preferences && !isDeepStrictEqual(preferences, lead.preferences) && { preferences }),
  };
  if (Object.keys(data).length === 0) return;
  const recent = await recentContacts(ctx, lead.id);
  if (recent.length >= MAX_PER_DAY || recent.some((each) => isDeepStrictEqual(each, asStored(data)))) return;
  const { id } = await recordEvent(ctx, lead.id, {
    event: "unverified_contact",
    occurredAt: ctx.clock.now(),
    payload: { intake, name, ...data },
    actor: visitor,
  });
  if (data.phone) await notifyAgentOfPhone(ctx, lead, { eventId: id, phone: data.phone });
}

/** One mail per row, limited by its cap: the other phone may be the one that reaches the person. */
async function notifyAgentOfPhone(
  ctx: Context,
  lead: LeadRow,
  { eventId, phone }: { eventId: number; phone: string },
): Promise<void> {
  const { brokerage_id: brokerageId, assigned_agent_id: agentId } = lead;
  const agent = agentId === null ? null : await assignableAgent(ctx.db, { brokerageId, agentId });
  if (!agent || lead.stage === "TRASHED") return;
  await enqueueMail(ctx, {
    brokerageId,
    leadId: lead.id,
    template: "lead_returned",
    data: {
      agentName: agent.name,
      leadName: `${lead.first_name} ${lead.last_name}`.trim(),
      email: lead.email,
      phone: lead.phone,
      stage: stageLabels[lead.stage],
      crmUrl: leadUrl(ctx, lead.id),
      otherPhone: phone,
    },
    to: agent.email,
    replyTo: lead.email,
    audience: "staff",
    occasion: `event ${eventId}`,
    causedBy: lead.email,
  });
}

/** The number of a lead's unverified contacts that staff have not accepted. Index lead_events_timeline. */
export async function openUnverifiedContacts({ db }: Context, leadId: number): Promise<number> {
  const { count } = await db
    .selectFrom("lead_events as noted")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("noted.lead_id", "=", leadId)
    .where("noted.event_type", "=", "unverified_contact")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("lead_events as accepted")
            .select("accepted.id")
            .where("accepted.lead_id", "=", leadId)
            .where("accepted.event_type", "=", "unverified_contact_accepted")
            .where(sql<boolean>`accepted.payload ->> 'event_id' = noted.id::text`),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Index lead_events_timeline. */
async function recentContacts({ db, clock }: Context, leadId: number): Promise<ContactData[]> {
  const rows = await db
    .selectFrom("lead_events")
    .select("payload")
    .where("lead_id", "=", leadId)
    .where("occurred_at", ">", new Date(clock.now().getTime() - DAY_MS))
    .where("event_type", "=", "unverified_contact")
    .limit(MAX_PER_DAY)
    .execute();
  return rows.map(({ payload }) => {
    const { phone, preferences } = payload as ContactData;
    return { ...(phone !== undefined && { phone }), ...(preferences !== undefined && { preferences }) };
  });
}

function asStored(data: ContactData): ContactData {
  return JSON.parse(toJsonb(data));
}

/** `208-555-0101` and `(208) 555 0101` are the same phone. */
function digitsOf(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, "");
}
