import { type DueEnrollment, type DueStep, dueSteps, type StopReason } from "../../drips/index.ts";
import { type MailRecipient, mailRecipients } from "../../leads/index.ts";
import type { DirectMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { peopleOf } from "../people.ts";
import { renderStep } from "../render-step.ts";

/** The decision about a due enrollment. `skip`: its lead was deleted meanwhile, with the enrollment. */
export type Decision = { send: DueStep; lead: MailRecipient } | { stop: StopReason } | "complete" | "skip";

export type DecidedStep = { due: DueEnrollment; decision: Decision };

/** Decides about due enrollments by the current state of their leads, with two queries in all. */
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

/**
 * Checks the lead's stage, its flags and its address in that order (SPEC: Drip sending rules), then whether there is a
 * step.
 */
function decide(due: DueEnrollment, lead: MailRecipient | undefined, step: DueStep | undefined): Decision {
  if (!lead) return "skip";
  if (!due.active) return { stop: "sequence_deactivated" };
  if (hasLeftStage(due, lead)) return { stop: "state_changed" };
  if (lead.noMarketing) return { stop: lead.noMarketing };
  if (lead.email === "") return { stop: "no_email" };
  return step ? { send: step, lead } : "complete";
}

/** COMMITTED ends all automated outreach that began before it (decisions.md: Drips). */
function hasLeftStage(
  { enrolled_state, stop_on_state_change }: DueEnrollment,
  { stage }: MailRecipient,
): boolean {
  return stage !== enrolled_state && (stop_on_state_change || stage === "COMMITTED");
}

/** The mail of a step to send. */
export type StepMail = { due: DueEnrollment; position: number; mail: DirectMail<"drip_step"> };

/** Renders the mails of steps to send, with three queries in all. */
export async function renderStepMails({ db }: Context, decided: readonly DecidedStep[]): Promise<StepMail[]> {
  const toSend = decided.flatMap(({ due, decision }) =>
    typeof decision === "object" && "send" in decision
      ? [{ due, step: decision.send, lead: decision.lead }]
      : [],
  );
  const peopleFor = await peopleOf(
    db,
    toSend.map(({ lead }) => lead),
  );
  return toSend.map(({ due, step, lead }) => {
    const { subject, body, replyTo } = renderStep(step, lead, peopleFor(lead));
    return {
      due,
      position: step.position,
      mail: {
        brokerageId: due.brokerage_id,
        leadId: lead.id,
        template: "drip_step",
        data: { subject, body },
        to: lead.email,
        replyTo,
        // Each step is sent once per run, even if it is edited meanwhile.
        occasion: `drip_step:enrollment ${due.id}:run ${due.run}:step ${step.position}`,
        failures: due.send_failures,
      },
    };
  });
}
