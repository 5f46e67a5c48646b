import { type DueEnrollment, type DueStep, dueSteps, type StopReason } from "../../drips/index.ts";
import { type MailRecipient, mailRecipients } from "../../leads/index.ts";
import type { Context } from "../../platform/context.ts";

/** The decision about a due enrollment. `skip`: its lead was just deleted, and the enrollment with it. */
export type Decision = { send: DueStep; lead: MailRecipient } | { stop: StopReason } | "complete" | "skip";

export type DecidedStep = { due: DueEnrollment; decision: Decision };

/** Decides about due enrollments by the current state of their leads. Two queries for any number. */
export async function decideSteps({ db }: Context, due: readonly DueEnrollment[]): Promise<DecidedStep[]> {
  const leads = await mailRecipients(
    db,
    due.map(({ lead_id }) => lead_id),
  );
  const steps = await dueSteps(db, due);
  return due.map((each) => ({
    due: each,
    decision: decide(each, leads.get(each.lead_id), steps.get(each.id)),
  }));
}

/** What a decision needs of an enrollment and its sequence. */
type Enrolled = Pick<DueEnrollment, "active" | "enrolled_state" | "stop_on_state_change">;

/**
 * Checks the lead's stage, its flags and its address in that order (SPEC: Drip sending rules), then whether there is a
 * step.
 */
export function decide(due: Enrolled, lead: MailRecipient | undefined, step: DueStep | undefined): Decision {
  if (!lead) return "skip";
  if (!due.active) return { stop: "sequence_deactivated" };
  if (hasLeftStage(due, lead)) return { stop: "state_changed" };
  if (lead.noMarketing) return { stop: lead.noMarketing };
  if (lead.email === "") return { stop: "no_email" };
  return step ? { send: step, lead } : "complete";
}

/** COMMITTED ends all automated outreach that began before it (decisions.md: Drips). */
function hasLeftStage({ enrolled_state, stop_on_state_change }: Enrolled, { stage }: MailRecipient): boolean {
  return stage !== enrolled_state && (stop_on_state_change || stage === "COMMITTED");
}
