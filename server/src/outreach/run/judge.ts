import type { DueEnrollment, DueStep, StopReason } from "../../drips/index.ts";
import type { MailRecipient } from "../../leads/index.ts";

export type Verdict = { send: DueStep } | { stop: StopReason } | "complete" | "nobody";

/**
 * Whether a step that is due is sent: the lead's stage, its flags and its address are asked in that order
 * (SPEC: Drip sending rules), then whether there is a step. Pure.
 */
export function judge(
  due: DueEnrollment,
  lead: MailRecipient | undefined,
  step: DueStep | undefined,
): Verdict {
  // The lead is deleted at this moment, and its enrollments with it.
  if (!lead) return "nobody";
  if (!due.active) return { stop: "sequence_deactivated" };
  if (hasLeft(due, lead)) return { stop: "state_changed" };
  if (lead.noMarketing) return { stop: lead.noMarketing };
  if (lead.email === "") return { stop: "no_email" };
  return step ? { send: step } : "complete";
}

/** COMMITTED ends all automated outreach that began before it (decisions.md: Drips). */
function hasLeft({ enrolled_state, stop_on_state_change }: DueEnrollment, { stage }: MailRecipient): boolean {
  return stage !== enrolled_state && (stop_on_state_change || stage === "COMMITTED");
}
