import { type Static, Type } from "typebox";
import { Component } from "../../../platform/http/component.ts";
import { Id, Timestamp } from "../../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../../platform/http/list-envelope.ts";
import { AgentName, LeadSummary } from "../../leads.schemas.ts";

export const DashboardQuery = Type.Object({
  brokerage_id: Type.Optional(
    Id({ description: "For admins: only leads of this brokerage; others see their own brokerage's" }),
  ),
});
export type DashboardQuery = Static<typeof DashboardQuery>;

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

const Some = (description: string) =>
  Type.Object(
    { total: Count(), items: Type.Array(LeadSummary, { description: "The first 20" }) },
    { title: "DashboardLeads", description },
  );

export const Dashboard = Component("Dashboard", {
  scope: OneOf(["own", "brokerage", "all"]),
  generated_at: Timestamp(),
  open_leads: Type.Object({
    total: Count(),
    by_stage: Type.Object({
      NEW: Count(),
      CONTACTING: Count(),
      QUALIFIED: Count(),
      COMMITTED: Count(),
      IN_CONTRACT: Count(),
    }),
  }),
  due_follow_ups: Some("Leads with a due follow-up, the longest overdue first"),
  breaches: Some("Leads in NEW that passed the response target, the longest overdue first"),
  today: Type.String({
    format: "date",
    description: "The day in the brokerage's time zone; in UTC for all brokerages",
  }),
  by_agent: Type.Array(
    Component("AgentWorkload", {
      agent: Nullable(AgentName),
      open: Count("Leads in the pipeline"),
      waiting: Count("Leads in NEW"),
      breaches: Count("Leads in NEW that passed the response target"),
      due_follow_ups: Count(),
    }),
    {
      description:
        "Most breaches first, then most waiting; at most 100. Empty for agents. `agent` is null for leads without one",
    },
  ),
  new_today: Count("Number of leads since midnight in the brokerage's time zone; in UTC for all brokerages"),
});
export type Dashboard = Static<typeof Dashboard>;
