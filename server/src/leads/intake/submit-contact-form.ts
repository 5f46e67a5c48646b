import { publicAgentId } from "../../agents/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inGroupTransaction } from "../../platform/database/group-commit.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesVisitors } from "../../visitors/index.ts";
import { chooseFirstAgent } from "../assignment/route-new-lead.ts";
import { visitor } from "../lifecycle/record-event.ts";
import type { ContactFormBody, ContactFormReply } from "./intake.schemas.ts";
import { lockForIntake } from "./lock-for-intake.ts";
import { formGroup } from "./person.ts";
import { intakeFacts, receiveVisitorLead } from "./receive-lead.ts";
import { sentFrom } from "./sent-from.ts";
import { suspicionsOf } from "./suspicions.ts";

/**
 * Stores a contact form as a lead of the domain's brokerage and routes it (SPEC: Leads, tours, newsletter). Leads of bots and
 * floods are marked as suspect, never dropped; the reply is the same.
 *
 * @throws AppError 422 for an `agent_slug` of no agent of this brokerage's website.
 */
export async function submitContactForm(
  ctx: TenantContext<UsesVisitors>,
  input: ContactFormBody,
): Promise<ContactFormReply> {
  const { brokerageId } = ctx.tenant;
  const { email, website: honeypot } = input;
  const chosenAgentId = await agentOfSlug(ctx, input.agent_slug);
  await ctx.limits.take("contact_email", `${brokerageId} ${email.toLowerCase()}`);
  const { lead } = await inGroupTransaction(ctx, formGroup(ctx, { brokerageId, email }), async (ctx) => {
    // Serialized per person, because the limits on enrollments and mail per person count earlier forms.
    // What the other forms of the person depend on is read by statements behind the lock's, sent with it.
    const [locks, facts] = await Promise.all([
      lockForIntake(ctx, { brokerageId, email }),
      intakeFacts(ctx, { brokerageId, email, source_address: ctx.address }),
    ]);
    return receiveVisitorLead(
      ctx,
      {
        brokerageId,
        source: "contact_form",
        first_name: input.firstName,
        last_name: input.lastName,
        email,
        phone: input.phone || null,
        subject: input.subject,
        message: input.message,
        source_domain: ctx.tenant.domain,
        ...sentFrom(input),
        source_address: ctx.address,
        suspicions: suspicionsOf(honeypot, facts.history),
      },
      {
        event: "contact_form_submission",
        payload: { intake: "contact_form" },
        actor: visitor,
        signal: "contact_form",
      },
      {
        ...locks,
        facts,
        chooseAgent: (settings) =>
          // The form is later than a choice that the visit has stored.
          chooseFirstAgent(
            ctx,
            brokerageId,
            { ...locks.visit, agentId: chosenAgentId ?? locks.visit.agentId },
            settings,
          ),
      },
    );
  });
  return {
    success: true,
    message: "Thank you for your message. We will be in touch soon.",
    lead_id: lead.id,
  };
}

/** The agent whom the form names; null if it names none. */
async function agentOfSlug(ctx: TenantContext, slug: string | null | undefined): Promise<number | null> {
  if (!slug) return null;
  const id = await publicAgentId(ctx, slug);
  if (id !== null) return id;
  const msg = "agent_slug must be the slug of an agent of this brokerage";
  throw new AppError("invalid", [{ loc: ["body", "agent_slug"], msg, type: "value_error" }]);
}
