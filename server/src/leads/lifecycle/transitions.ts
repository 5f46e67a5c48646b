import type { EventType } from "./events.ts";
import type { PipelineType, Stage } from "./stages.ts";

/** One legal move. Everything else is refused. */
export type Transition = {
  from: Stage;
  event: EventType;
  to: Stage;
  /** Whose paperwork it is; without it, both kinds of leads make the move. */
  path?: PipelineType;
  /** Written by the sweep alone, when the stage's time is over. */
  bySweep?: true;
  /** A step back; its row says so. */
  demotion?: true;
  /** It stays in its stage, and is told at most once in each stay there. */
  milestone?: true;
};

/** Every legal move (SPEC: Canonical pipeline stage; decisions.md: Leads, the seller path). */
export const transitions: readonly Transition[] = [
  { from: "NEW", event: "contact_attempted", to: "CONTACTING" },
  { from: "NEW", event: "bogus_contact_detected", to: "TRASHED", demotion: true },
  { from: "CONTACTING", event: "motivation_confirmed", to: "QUALIFIED" },
  { from: "CONTACTING", event: "timeout_no_response", to: "ARCHIVED" },
  { from: "CONTACTING", event: "bogus_contact_detected", to: "TRASHED", demotion: true },
  { from: "QUALIFIED", event: "buyer_agreement_signed", to: "COMMITTED", path: "buyer" },
  { from: "QUALIFIED", event: "listing_agreement_signed", to: "COMMITTED", path: "seller" },
  { from: "QUALIFIED", event: "timeout_180d_no_progress", to: "ARCHIVED", bySweep: true },
  { from: "COMMITTED", event: "contract_executed", to: "IN_CONTRACT", path: "buyer" },
  { from: "COMMITTED", event: "deal_collapsed", to: "QUALIFIED", path: "buyer", demotion: true },
  { from: "COMMITTED", event: "listing_activated", to: "COMMITTED", path: "seller", milestone: true },
  { from: "COMMITTED", event: "offer_accepted", to: "IN_CONTRACT", path: "seller" },
  { from: "COMMITTED", event: "listing_withdrawn", to: "QUALIFIED", path: "seller", demotion: true },
  { from: "IN_CONTRACT", event: "closing_complete", to: "CLOSED" },
  { from: "IN_CONTRACT", event: "contract_voided", to: "QUALIFIED", demotion: true },
  { from: "ARCHIVED", event: "lead_re_engaged", to: "CONTACTING" },
  { from: "TRASHED", event: "contact_info_updated", to: "NEW" },
];

/** What somebody may report of a lead of that kind in that stage. */
export function postableFrom(stage: Stage, path: PipelineType): Transition[] {
  return transitions.filter((each) => each.from === stage && !each.bySweep && (each.path ?? path) === path);
}
