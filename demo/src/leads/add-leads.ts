import { suppressEvents } from "../../../server/src/event-outbox/index.ts";
import { applyEvent, lockLead, receiveLead, recordEvent, visitor } from "../../../server/src/leads/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { DEMO_LEADS, type DemoLead } from "./demo-leads.ts";

const HOUR_MS = 3_600_000;

/**
 * Adds leads in every stage to the demo brokerage, each with its history: by the functions that create real leads, at their time, but
 * without mail and events. Call it in a transaction.
 */
export async function addLeads(
  ctx: Context,
  brokerageId: number,
  agents: Map<string, number>,
): Promise<void> {
  suppressEvents(ctx);
  for (const lead of DEMO_LEADS) await addLead(ctx, brokerageId, lead, agents);
}

async function addLead(ctx: Context, brokerageId: number, demo: DemoLead, agents: Map<string, number>) {
  const start = ctx.clock.now().getTime();
  const at = (ago: number): Context => ({
    ...ctx,
    clock: { now: () => new Date(start - Math.round(ago * HOUR_MS)) },
  });
  const [first_name, last_name] = demo.name;
  const agentId = demo.agent === null ? null : (agents.get(demo.agent) as number);
  const arrived = at(demo.ago);
  const lead = await receiveLead(
    arrived,
    {
      brokerageId,
      source: "contact_form",
      first_name,
      last_name,
      email: `${last_name.toLowerCase().replaceAll(/[^a-z]/g, "")}@visitors.example`,
      phone: null,
      subject: demo.subject,
      message: demo.message,
      source_domain: "localhost",
      source_page: demo.page,
      assigned_agent_id: agentId,
    },
    {
      event: "contact_form_submission",
      payload: { intake: "contact_form" },
      actor: visitor,
      signal: "contact_form",
    },
  );
  if (agentId !== null) {
    await recordEvent(arrived, lead.id, {
      event: "agent_assigned",
      occurredAt: arrived.clock.now(),
      payload: { agent_id: agentId, previous_agent_id: null },
    });
  }
  for (const { ago, ...step } of demo.story) {
    const then = at(ago);
    await applyEvent(then, await lockLead(then, lead.id), step);
  }
}
