import type { Selectable } from "kysely";
import type { Leads } from "../platform/database/types.generated.ts";
import type { LegacyStatus } from "./lifecycle/projections.ts";
import type { PipelineType, Stage } from "./lifecycle/stages.ts";

/** A stored lead, with the types of its checked columns. */
export type LeadRow = Omit<Selectable<Leads>, "stage" | "status" | "pipeline_type" | "source"> & {
  stage: Stage;
  status: LegacyStatus;
  pipeline_type: PipelineType;
  source: LeadSource;
};

const isColumn: Record<keyof LeadRow, true> = {
  alerts_decided: true,
  assigned_agent_id: true,
  brokerage_id: true,
  buyer_status: true,
  created_at: true,
  email: true,
  first_name: true,
  first_response_at: true,
  follow_up_due_at: true,
  follow_up_note: true,
  follow_up_reminded_at: true,
  follow_up_set_at: true,
  follow_up_source: true,
  heat: true,
  id: true,
  last_contact: true,
  last_name: true,
  last_signal_at: true,
  message: true,
  notes: true,
  phone: true,
  pipeline_type: true,
  preferences: true,
  registered_name: true,
  registration_status: true,
  response_due_at: true,
  response_stopped_at: true,
  response_target_seconds: true,
  seller_status: true,
  source: true,
  source_address: true,
  source_domain: true,
  source_page: true,
  stage: true,
  stage_entered_at: true,
  status: true,
  subject: true,
  suspicions: true,
  updated_at: true,
  utm_campaign: true,
  utm_medium: true,
  utm_source: true,
};
/** All columns by name: a statement that returns `*` cannot be prepared. */
export const leadRowColumns = Object.keys(isColumn) as (keyof LeadRow)[];

/** The intake of a lead. */
export const leadSources = [
  "contact_form",
  "manual",
  "tour_request",
  "website_registration",
  "import",
] as const;
export type LeadSource = (typeof leadSources)[number];

/** The email of the visitor whose form created the lead; null for manual and imported leads. */
export function visitorEmail({ source, email }: Pick<LeadRow, "source" | "email">): string | null {
  return source === "manual" || source === "import" ? null : email;
}

/** The columns of lists and boards, without the long texts of the detail. */
export const summaryColumns = [
  "id",
  "brokerage_id",
  "first_name",
  "last_name",
  "email",
  "phone",
  "subject",
  "source",
  "pipeline_type",
  "stage",
  "stage_entered_at",
  "status",
  "assigned_agent_id",
  "heat",
  "follow_up_due_at",
  "follow_up_note",
  "follow_up_source",
  "follow_up_reminded_at",
  "response_target_seconds",
  "response_due_at",
  "response_stopped_at",
  "suspicions",
  "created_at",
  "last_contact",
] as const satisfies (keyof LeadRow)[];
export type SummaryRow = Pick<LeadRow, (typeof summaryColumns)[number]>;

const kept = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "stage",
  "pipeline_type",
  "assigned_agent_id",
  "notes",
  "registration_status",
] as const satisfies (keyof LeadRow)[];

/** The fields of a lead in the audit log: identity and status, no message texts. */
export function auditView(lead: LeadRow): object {
  return Object.fromEntries(kept.map((name) => [name, lead[name]]));
}
