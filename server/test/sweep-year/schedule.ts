import type { Change, Plan } from "./plan.ts";
import type { LeadPlan, Step } from "./plan-leads.ts";

export type ScheduledEvent = { at: number; brokerage: string } & (
  | { change: Change }
  | { arrival: LeadPlan }
  | { step: Step; lead: string }
);

/** All that people are going to do, in order; of one moment, what changes in brokerages comes first. */
export function scheduleOf({ changes, leads }: Plan): ScheduledEvent[] {
  const all: ScheduledEvent[] = changes.map((change) => ({
    at: change.at,
    brokerage: change.brokerage,
    change,
  }));
  for (const lead of leads) {
    const { brokerage } = lead;
    all.push({ at: lead.arrivesAt, brokerage, arrival: lead });
    all.push(...lead.steps.map((step) => ({ at: step.at, brokerage, step, lead: lead.name })));
  }
  return all.toSorted((a, b) => a.at - b.at);
}
