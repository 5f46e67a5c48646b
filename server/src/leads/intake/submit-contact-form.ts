import type { TenantContext } from "../../context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { visitor } from "../lifecycle/record-event.ts";
import type { ContactFormBody, ContactFormReply } from "./intake.schemas.ts";
import { receiveLead } from "./receive-lead.ts";
import { suspicionsOf } from "./suspicions.ts";

/**
 * A visitor's contact form becomes a lead of the brokerage whose domain it was sent to (SPEC: Leads, tours, newsletter).
 * Bots and floods are marked, never dropped; whoever sends them is told the same as everybody.
 */
export async function submitContactForm(
  ctx: TenantContext,
  input: ContactFormBody,
): Promise<ContactFormReply> {
  const { brokerageId } = ctx.tenant;
  const { email, website: honeypot } = input;
  const lead = await inTransaction(ctx, async (ctx) =>
    receiveLead(
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
        source_page: input.source_page || null,
        utm_source: input.utm_source || null,
        utm_medium: input.utm_medium || null,
        utm_campaign: input.utm_campaign || null,
        source_address: ctx.address,
        suspicions: await suspicionsOf(ctx.db, {
          brokerageId,
          email,
          honeypot,
          address: ctx.address,
          at: ctx.clock.now(),
        }),
      },
      {
        event: "contact_form_submission",
        payload: { intake: "contact_form" },
        actor: visitor,
        signal: "contact_form",
      },
    ),
  );
  return {
    success: true,
    message: "Thank you for your message. We will be in touch soon.",
    lead_id: lead.id,
  };
}
