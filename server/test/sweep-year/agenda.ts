import type { Change, Plan } from "./plan.ts";
import type { LeadPlan, Step } from "./plan-leads.ts";

export type Happening = { at: number; office: string } & (
  | { change: Change }
  | { arrival: LeadPlan }
  | { step: Step; lead: string }
);

/** All that people are going to do, in order; of one moment, what changes in brokerages comes first. */
export function agendaOf({ changes, leads }: Plan): Happening[] {
  const all: Happening[] = changes.map((change) => ({ at: change.at, office: change.office, change }));
  for (const lead of leads) {
    const { office } = lead;
    all.push({ at: lead.arrivesAt, office, arrival: lead });
    all.push(...lead.steps.map((step) => ({ at: step.at, office, step, lead: lead.name })));
  }
  return all.toSorted((a, b) => a.at - b.at);
}
