import { sequenceNotFound, stepForLead, templateWarnings, visibleSequence } from "../drips/index.ts";
import { leadNotFound, visibleLead } from "../leads/index.ts";
import { previewMail } from "../messages/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import type { Preview, PreviewBody, SequenceParams } from "./outreach.schemas.ts";
import { peopleOf } from "./people.ts";
import { renderStep } from "./render-step.ts";

/**
 * A step as a lead would receive it now, with its footer (SPEC: Drip sequences); the lead need not be enrolled, and texts
 * need not be saved. Sends nothing and changes nothing.
 *
 * @throws AppError 404 `Sequence not found`, also for a disabled brokerage's, which sends nothing; 404 `Lead not
 *   found`, also when it is another brokerage's than the sequence; 404 `Step not found`.
 */
export async function previewDripStep(
  ctx: ActorContext,
  input: SequenceParams & PreviewBody,
): Promise<Preview> {
  const sequence = await visibleSequence(ctx, input.sequence_id);
  const lead = await visibleLead(ctx, input.lead_id);
  if (lead.brokerage_id !== sequence.brokerage_id) throw leadNotFound();
  const step = input.draft
    ? { position: input.position ?? 1, ...input.draft }
    : await stepForLead(ctx.db, {
        sequenceId: sequence.id,
        leadId: lead.id,
        position: input.position ?? null,
      });
  if (!step) throw new AppError("not_found", "Step not found");
  const peopleFor = await peopleOf(ctx.db, [lead]);
  const { subject, body, replyTo } = renderStep(step, lead, peopleFor(lead));
  const mail = await previewMail(ctx, {
    brokerageId: sequence.brokerage_id,
    leadId: lead.id,
    template: "drip_step",
    data: { subject, body },
  });
  if (!mail) throw sequenceNotFound();
  return {
    // Also lets an erasure find the reply, if it is stored for an Idempotency-Key.
    lead_id: lead.id,
    position: step.position,
    subject: mail.subject,
    body: mail.text,
    html: mail.html,
    to: lead.email || null,
    reply_to: replyTo,
    footer_is_link: mail.footerIsLink,
    warnings: templateWarnings([step]),
  };
}
