import { type DueEnrollment, type DueStep, dueSteps } from "../../drips/index.ts";
import { type MailRecipient, mailRecipients } from "../../leads/index.ts";
import type { HeldMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { type People, peopleOf } from "../people.ts";
import { writeStep } from "../write-step.ts";
import { judge, type Verdict } from "./judge.ts";

export type Judged = { due: DueEnrollment; lead: MailRecipient | undefined; verdict: Verdict };

/** What is to be done about some enrollments that are due, by what their leads are now. Four queries, however many. */
export async function judgeDue({ db }: Context, due: readonly DueEnrollment[]): Promise<Judged[]> {
  const leads = await mailRecipients(
    db,
    due.map(({ lead_id }) => lead_id),
  );
  const steps = await dueSteps(db, due);
  return due.map((each) => {
    const lead = leads.get(each.lead_id);
    return { due: each, lead, verdict: judge(each, lead, steps.get(each.id)) };
  });
}

/** A step that is sent, and the mail that it is. */
export type StepToSend = { due: DueEnrollment; position: number; mail: HeldMail<"drip_step"> };

/** The mails of those whose step is to be sent. Three queries, however many. */
export async function writeMails({ db }: Context, judged: readonly Judged[]): Promise<StepToSend[]> {
  const toSend = judged.flatMap(({ due, lead, verdict }) =>
    lead && typeof verdict === "object" && "send" in verdict ? [{ due, lead, step: verdict.send }] : [],
  );
  const peopleFor = await peopleOf(
    db,
    toSend.map(({ lead }) => lead),
  );
  return toSend.map(({ due, lead, step }) => ({
    due,
    position: step.position,
    mail: mailFor(due, lead, step, peopleFor(lead)),
  }));
}

function mailFor(
  due: DueEnrollment,
  lead: MailRecipient,
  step: DueStep,
  people: People,
): HeldMail<"drip_step"> {
  const { subject, body, replyTo } = writeStep(step, lead, people);
  return {
    brokerageId: due.brokerage_id,
    leadId: lead.id,
    template: "drip_step",
    data: { subject, body },
    to: lead.email,
    replyTo,
    // Each step once in each run, whatever the step says by then.
    occasion: `drip_step:enrollment ${due.id}:run ${due.run}:step ${step.position}`,
  };
}
