// The lifecycle as SPEC.md and decisions.md state it, written down a second time and shared with nothing: what the
// product does is held against this. Times are milliseconds.

export type Pipeline = "buyer" | "seller";
export type Stage = (typeof stages)[number];
export type EventName = (typeof events)[number];

export const stages = [
  "NEW",
  "CONTACTING",
  "QUALIFIED",
  "COMMITTED",
  "IN_CONTRACT",
  "CLOSED",
  "ARCHIVED",
  "TRASHED",
] as const;

/** Every event of the spec's list. */
export const events = [
  "contact_form_submission",
  "contact_attempted",
  "bogus_contact_detected",
  "motivation_confirmed",
  "timeout_no_response",
  "timeout_180d_no_progress",
  "buyer_agreement_signed",
  "contract_executed",
  "deal_collapsed",
  "closing_complete",
  "contract_voided",
  "lead_re_engaged",
  "contact_info_updated",
  "listing_agreement_signed",
  "listing_activated",
  "offer_accepted",
  "listing_withdrawn",
  "agent_assigned",
  "agent_reassigned",
] as const;

type Row = {
  from: Stage;
  event: EventName;
  to: Stage;
  only?: Pipeline;
  sweepOnly?: true;
  oncePerStay?: true;
};

/** SPEC: Canonical pipeline stage; decisions.md, Leads: Seller path. */
export const rows: Row[] = [
  { from: "NEW", event: "contact_attempted", to: "CONTACTING" },
  { from: "NEW", event: "bogus_contact_detected", to: "TRASHED" },
  { from: "CONTACTING", event: "motivation_confirmed", to: "QUALIFIED" },
  { from: "CONTACTING", event: "timeout_no_response", to: "ARCHIVED" },
  { from: "CONTACTING", event: "bogus_contact_detected", to: "TRASHED" },
  { from: "QUALIFIED", event: "buyer_agreement_signed", to: "COMMITTED", only: "buyer" },
  { from: "QUALIFIED", event: "listing_agreement_signed", to: "COMMITTED", only: "seller" },
  { from: "QUALIFIED", event: "timeout_180d_no_progress", to: "ARCHIVED", sweepOnly: true },
  { from: "COMMITTED", event: "contract_executed", to: "IN_CONTRACT", only: "buyer" },
  { from: "COMMITTED", event: "deal_collapsed", to: "QUALIFIED", only: "buyer" },
  { from: "COMMITTED", event: "listing_activated", to: "COMMITTED", only: "seller", oncePerStay: true },
  { from: "COMMITTED", event: "offer_accepted", to: "IN_CONTRACT", only: "seller" },
  { from: "COMMITTED", event: "listing_withdrawn", to: "QUALIFIED", only: "seller" },
  { from: "IN_CONTRACT", event: "closing_complete", to: "CLOSED" },
  { from: "IN_CONTRACT", event: "contract_voided", to: "QUALIFIED" },
  { from: "ARCHIVED", event: "lead_re_engaged", to: "CONTACTING" },
  { from: "TRASHED", event: "contact_info_updated", to: "NEW" },
];

const code = (label: string) => label.toLowerCase().replaceAll(" ", "_");
const codes = (labels: string) => labels.split("; ").map(code);
const collapse = codes(
  "Financing fell through; Inspection issue; Buyer changed their mind; Seller withdrew; Lost to a competing offer; Agreement expired; Other",
);

/** SPEC: Reason choices. A withdrawn listing may be given one of a collapsed deal's. */
export const reasons: Partial<Record<EventName, string[]>> = {
  deal_collapsed: collapse,
  listing_withdrawn: collapse,
  contract_voided: codes(
    "Financing fell through; Inspection issue; Appraisal gap; Title issue; Mutual release; Buyer withdrew; Seller withdrew; Other",
  ),
  bogus_contact_detected: codes(
    "Phone number is invalid; Email bounces; Number reaches the wrong person; Spam or bot submission; Duplicate of another lead; Other",
  ),
};
const reasonRequired: EventName[] = ["deal_collapsed", "contract_voided", "bogus_contact_detected"];
export const channels = ["call", "email", "text"];

/** Written by an intake, an assignment or the sweep; callers cannot post them. */
export const notPosted: EventName[] = [
  "contact_form_submission",
  "agent_assigned",
  "agent_reassigned",
  "timeout_180d_no_progress",
];

/** SPEC: Projection to legacy status fields. Null: derived, the last value stays. */
export const projections: Record<Stage, { status: string; buyer: string | null; seller: string | null }> = {
  NEW: { status: "new", buyer: "lead", seller: "lead" },
  CONTACTING: { status: "contacted", buyer: "lead", seller: "lead" },
  QUALIFIED: { status: "qualified", buyer: "searching", seller: "preparing" },
  COMMITTED: { status: "qualified", buyer: "offer_pending", seller: "listed" },
  IN_CONTRACT: { status: "qualified", buyer: "under_contract", seller: "under_contract" },
  CLOSED: { status: "converted", buyer: "closed", seller: "closed" },
  ARCHIVED: { status: "lost", buyer: null, seller: null },
  TRASHED: { status: "lost", buyer: null, seller: null },
};

/** decisions.md, Leads: Reverse projection. */
export const stageOfLegacy: Record<string, Stage> = {
  new: "NEW",
  contacted: "CONTACTING",
  qualified: "QUALIFIED",
  showing: "QUALIFIED",
  offer: "QUALIFIED",
  converted: "CLOSED",
  lost: "ARCHIVED",
};

/** What the oracle knows of a lead. */
export type Lead = {
  pipeline: Pipeline;
  stage: Stage;
  receivedAt: number;
  lastStageEventAt: number;
  milestones: EventName[];
  buyer: string | null;
  seller: string | null;
};

export type Report = {
  event: string;
  reason?: string | null;
  channel?: string | null;
  /** Null: now. */
  at?: number | null;
  bySweep?: boolean;
};

/** The lead as it arrives, in the stage of the legacy status it was given. */
export function arrive(pipeline: Pipeline, legacy: string, at: number): Lead {
  const stage = stageOfLegacy[legacy] as Stage;
  return projected({
    pipeline,
    stage,
    receivedAt: at,
    lastStageEventAt: at,
    milestones: [],
    buyer: null,
    seller: null,
  });
}

/** The lead with its column of its pipeline in step; the other column is left alone. */
export function projected(lead: Lead): Lead {
  const column = lead.pipeline;
  const value = projections[lead.stage][column];
  return value === null ? lead : { ...lead, [column]: value };
}

const isEvent = (name: string): name is EventName => (events as readonly string[]).includes(name);

function legalRows({ stage, pipeline, milestones }: Lead, bySweep: boolean): Row[] {
  return rows.filter(
    (row) =>
      row.from === stage &&
      (row.only === undefined || row.only === pipeline) &&
      (!row.sweepOnly || bySweep) &&
      !(row.oncePerStay && milestones.includes(row.event)),
  );
}

/** What a caller may post now. */
export const available = (lead: Lead): EventName[] => legalRows(lead, false).map((row) => row.event);

/**
 * SPEC: Transitions endpoint errors. 400 for what is malformed in any stage, then 409 for what is not legal from here,
 * then 422 for a time that makes the history impossible; else the lead as it is afterwards.
 */
export function judge(lead: Lead, report: Report, now: number): 400 | 409 | 422 | Lead {
  const { event, bySweep = false } = report;
  if (!isEvent(event) || (notPosted.includes(event) && !bySweep)) return 400;
  const reason = report.reason ?? null;
  if (reason === null && reasonRequired.includes(event)) return 400;
  if (reason !== null && !reasons[event]?.includes(reason)) return 400;
  const channel = report.channel ?? null;
  if (channel === null && event === "contact_attempted") return 400;
  if (channel !== null && !channels.includes(channel)) return 400;

  const row = legalRows(lead, bySweep).find((each) => each.event === event);
  if (!row) return 409;

  const at = report.at ?? now;
  if (at > now || at < lead.receivedAt || at < lead.lastStageEventAt) return 422;

  const milestones = row.oncePerStay ? [...lead.milestones, row.event] : [];
  return projected({ ...lead, stage: row.to, lastStageEventAt: at, milestones });
}
