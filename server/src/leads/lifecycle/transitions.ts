import type { EventType } from "./events.ts";
import type { PipelineType, Stage } from "./stages.ts";

/** A legal transition. All others are refused. */
export type Transition = {
  from: Stage;
  event: EventType;
  to: Stage;
  /** The only pipeline it is legal for; both by default. */
  pipelineType?: PipelineType;
  /** Written by the sweep only, after the stage's timeout. */
  bySweep?: true;
  /** A step back, marked in the payload of its row. */
  demotion?: true;
  /** Leaves the stage unchanged; legal once per stay in the stage. */
  milestone?: true;
};

/** All legal transitions (SPEC: Canonical pipeline stage; decisions.md: Leads, the seller path). */
export const transitions: readonly Transition[] = [
  { from: "NEW", event: "contact_attempted", to: "CONTACTING" },
  { from: "NEW", event: "bogus_contact_detected", to: "TRASHED", demotion: true },
  { from: "CONTACTING", event: "motivation_confirmed", to: "QUALIFIED" },
  { from: "CONTACTING", event: "timeout_no_response", to: "ARCHIVED" },
  { from: "CONTACTING", event: "bogus_contact_detected", to: "TRASHED", demotion: true },
  { from: "QUALIFIED", event: "buyer_agreement_signed", to: "COMMITTED", pipelineType: "buyer" },
  { from: "QUALIFIED", event: "listing_agreement_signed", to: "COMMITTED", pipelineType: "seller" },
  { from: "QUALIFIED", event: "timeout_180d_no_progress", to: "ARCHIVED", bySweep: true },
  { from: "COMMITTED", event: "contract_executed", to: "IN_CONTRACT", pipelineType: "buyer" },
  { from: "COMMITTED", event: "deal_collapsed", to: "QUALIFIED", pipelineType: "buyer", demotion: true },
  { from: "COMMITTED", event: "listing_activated", to: "COMMITTED", pipelineType: "seller", milestone: true },
  { from: "COMMITTED", event: "offer_accepted", to: "IN_CONTRACT", pipelineType: "seller" },
  { from: "COMMITTED", event: "listing_withdrawn", to: "QUALIFIED", pipelineType: "seller", demotion: true },
  { from: "IN_CONTRACT", event: "closing_complete", to: "CLOSED" },
  { from: "IN_CONTRACT", event: "contract_voided", to: "QUALIFIED", demotion: true },
  { from: "ARCHIVED", event: "lead_re_engaged", to: "CONTACTING" },
  { from: "TRASHED", event: "contact_info_updated", to: "NEW" },
];

/** The stages to which people may move leads by an event. */
export function stagesAfter(event: EventType): Stage[] {
  return [
    ...new Set(transitions.filter((each) => each.event === event && !each.bySweep).map(({ to }) => to)),
  ];
}

/** The transitions that people may report from a stage. */
export function postableFrom(stage: Stage, pipelineType: PipelineType): Transition[] {
  return transitions.filter(
    (each) => each.from === stage && !each.bySweep && (each.pipelineType ?? pipelineType) === pipelineType,
  );
}
