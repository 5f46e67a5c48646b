import type { DueEnrollment } from "../../drips/index.ts";
import type { DirectMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { peopleOf } from "../people.ts";
import { renderStep } from "../render-step.ts";
import type { DecidedStep } from "./decide-steps.ts";

/** The mail of a step that is to be sent. */
export type StepMail = { due: DueEnrollment; position: number; mail: DirectMail<"drip_step"> };

/** Renders the mails of all steps that are to be sent. Three queries for any number. */
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
