import { isEnabledBrokerage } from "../brokerages/index.ts";
import {
  dueAfter,
  enrollmentRefusal,
  enrollmentsOfLead,
  presentSequences,
  type SequenceRow,
  sequenceNotFound,
  visibleSequence,
} from "../drips/index.ts";
import { leadSettings } from "../lead-settings/index.ts";
import { leadNotFound, mailRecipients, visibleLead } from "../leads/index.ts";
import type { ActorContext } from "../platform/context.ts";
import type { SequenceParams, Simulation, SimulationBody } from "./outreach.schemas.ts";
import { peopleOf } from "./people.ts";
import { renderStep } from "./render-step.ts";
import { decide } from "./run/decide-steps.ts";

/**
 * When each step would be sent to a lead that is enrolled now, by the rules of `enrollLead` and of the drip pass. The lead and the sequence
 * are taken to stay as they are. Sends nothing and changes nothing.
 *
 * @throws AppError 404 `Sequence not found`, also for a disabled brokerage's; 404 `Lead not found`, also when it is another brokerage's
 *   than the sequence.
 */
export async function simulateDrip(
  ctx: ActorContext,
  input: SequenceParams & SimulationBody,
): Promise<Simulation> {
  const { db, clock } = ctx;
  const sequence = await visibleSequence(ctx, input.sequence_id);
  if (!(await isEnabledBrokerage(db, sequence.brokerage_id))) throw sequenceNotFound();
  const { id, stage, brokerage_id } = await visibleLead(ctx, input.lead_id);
  const lead = (await mailRecipients(db, [id])).get(id);
  if (!lead || brokerage_id !== sequence.brokerage_id) throw leadNotFound();

  const steps = input.steps ?? (await savedSteps(ctx, sequence));
  const enrollments = await enrollmentsOfLead(db, id);
  const people = (await peopleOf(db, [lead]))(lead);
  const { time_zone } = await leadSettings(db, brokerage_id);
  const enrolled = { ...sequence, enrolled_state: stage };
  const enrolled_at = clock.now();
  let due_at = enrolled_at;
  let stop_reason: Simulation["stop_reason"] = null;
  const simulated = steps.map((step, index) => {
    const position = index + 1;
    due_at = dueAfter(due_at, step.delay_days);
    const decision = decide(enrolled, lead, { position, ...step });
    if (typeof decision === "object" && "stop" in decision) stop_reason ??= decision.stop;
    const { subject } = renderStep(step, lead, people);
    return { position, delay_days: step.delay_days, due_at, would_send: stop_reason === null, subject };
  });
  return {
    lead_id: id,
    enrolled_at,
    enrolled_state: lead.stage,
    time_zone,
    refusal: enrollmentRefusal({
      isEnrolled: enrollments.some(
        ({ sequence_id, status }) => sequence_id === sequence.id && status === "active",
      ),
      isTurnedOn: sequence.active,
      hasSteps: steps.length > 0,
    }),
    stop_reason,
    steps: simulated,
    notes: notesOn(sequence, stage),
  };
}

async function savedSteps({ db }: ActorContext, sequence: SequenceRow) {
  const [saved] = await presentSequences(db, [sequence]);
  return saved?.steps ?? [];
}

function notesOn({ stop_on_state_change }: SequenceRow, stage: string): string[] {
  return [
    "A step is due whole days of 24 hours after the one before, at the same hour, on any day of the week. Quiet hours are for text messages; mail is sent at any hour.",
    "What is due is sent once a minute. While the mail server takes no mail, a step waits, and those after it move with it; after three failures the enrollment stops.",
    stop_on_state_change
      ? `The enrollment stops when the lead leaves the stage ${stage}, unsubscribes or may not be mailed any more.`
      : "The enrollment stops when the lead becomes COMMITTED, unsubscribes or may not be mailed any more.",
  ];
}
