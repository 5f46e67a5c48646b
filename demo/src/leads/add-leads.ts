import { suppressEvents } from "../../../server/src/event-outbox/index.ts";
import {
  applyEvent,
  clearLeadFollowUp,
  type EventType,
  lockLead,
  receiveLead,
  recordEvent,
  replaceTags,
  setLeadFollowUp,
  tagOf,
  visitor,
} from "../../../server/src/leads/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { routeLead } from "../../../server/src/routing/index.ts";
import type { Staff } from "../add-staff.ts";
import { DAY, type DemoLead, FIRST_LEADS } from "./demo-leads.ts";
import { MORE_LEADS } from "./more-leads.ts";
import { asPerson, hoursAgo, type Person } from "./staff-actor.ts";

/** Oldest first: lists that follow ids have them in the order of their arrival. */
export const DEMO_LEADS: readonly DemoLead[] = [...FIRST_LEADS, ...MORE_LEADS].toSorted(
  (one, other) => other.ago - one.ago,
);

/**
 * Adds leads in every stage to the demo brokerage, each with its history: by the functions that create real leads, at their time, but
 * without mail and events. Call it in a transaction.
 */
export async function addLeads(ctx: Context, brokerageId: number, staff: Staff): Promise<StoredLeads> {
  suppressEvents(ctx);
  const leads = new Map<string, StoredLead>();
  for (const [nth, lead] of DEMO_LEADS.entries())
    leads.set(lead.name.join(" "), await addLead(ctx, { brokerageId, staff, nth }, lead));
  return leads;
}

export type StoredLead = { id: number; name: string; email: string; phone: string | null; person: Person };

/** By name. */
export type StoredLeads = ReadonlyMap<string, StoredLead>;

type Place = { brokerageId: number; staff: Staff; nth: number };

async function addLead(
  ctx: Context,
  { brokerageId, staff, nth }: Place,
  demo: DemoLead,
): Promise<StoredLead> {
  const { ago, story, tags, followUp } = demo;
  const person = (demo.agent === null ? undefined : staff.agents.get(demo.agent)) ?? staff.broker;
  const by = (then: Context) => asPerson(then, brokerageId, person);
  const arrived = hoursAgo(ctx, ago);
  const lead = await receiveLead(
    arrived,
    { brokerageId, ...sentBy(demo, nth), assigned_agent_id: person.id },
    {
      event: "contact_form_submission",
      payload: { intake: "contact_form" },
      actor: visitor,
      signal: "contact_form",
    },
  );
  if (person.id !== null) {
    await recordEvent(arrived, lead.id, {
      event: "agent_assigned",
      occurredAt: arrived.clock.now(),
      payload: { agent_id: person.id, agent_name: person.name, previous_agent_id: null },
    });
    // Why the agent got the lead: its visitor had chosen them.
    await routeLead(arrived, { leadId: lead.id, brokerageId, chosenAgentId: person.id });
  }
  for (const { ago, ...step } of story) {
    const then = by(hoursAgo(ctx, ago));
    await applyEvent(then, await lockLead(then, lead.id), step);
  }
  if (tags) await replaceTags(by(arrived), lead, () => tags.map((tag) => tagOf(tag, ["body", "tags"])));
  if (followUp) await bookFollowUp(by(ctx), lead.id, followUp);
  else if (ago > LONG_AGO && isFollowedUp(story)) await clearLeadFollowUp(by(ctx), { lead_id: lead.id });
  return { id: lead.id, name: demo.name.join(" "), email: lead.email, phone: lead.phone, person };
}

/** The follow-up that a contact books by default would be due since days. */
const LONG_AGO = 2 * DAY;

/** Leads that leave the pipeline leave their follow-up there. */
function isFollowedUp(story: DemoLead["story"]): boolean {
  const last = story.at(-1)?.event;
  return last !== undefined && !LEAVING.includes(last);
}

const LEAVING: readonly EventType[] = ["closing_complete", "timeout_no_response", "bogus_contact_detected"];

/** Booked an hour before it is due: it cannot be booked for a time that is past. */
async function bookFollowUp(
  ctx: ReturnType<typeof asPerson>,
  leadId: number,
  followUp: NonNullable<DemoLead["followUp"]>,
): Promise<void> {
  const due_at = hoursAgo(ctx, -followUp.in).clock.now().toISOString();
  const booked = hoursAgo(ctx, Math.max(0, 1 - followUp.in));
  await setLeadFollowUp(booked, { lead_id: leadId, due_at, note: followUp.note });
}

/** Addresses and telephone numbers that belong to no person. */
function sentBy({ name: [first_name, last_name], subject, message, page }: DemoLead, nth: number) {
  const mailbox = `${first_name}.${last_name}`.toLowerCase().replaceAll(/[^a-z.]/g, "");
  return {
    ...({ source: "contact_form", first_name, last_name, subject, message } as const),
    email: `${mailbox.replaceAll(/\.{2,}/g, ".")}@example.com`,
    phone: `(208) 555-01${String(nth).padStart(2, "0")}`,
    source_domain: "localhost",
    source_page: page,
  };
}
