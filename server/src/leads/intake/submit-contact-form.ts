import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { routeNewLead } from "../assignment/route-new-lead.ts";
import { visitor } from "../lifecycle/record-event.ts";
import { type ContactFormBody, type ContactFormReply, PAGE_LENGTH, UTM_LENGTH } from "./intake.schemas.ts";
import { joinVisit, visitOf } from "./join-visit.ts";
import { lockPerson } from "./lock-person.ts";
import { receiveLead } from "./receive-lead.ts";
import { suspicionsOf } from "./suspicions.ts";

/**
 * A visitor's contact form becomes a lead of the brokerage whose domain it was sent to and is routed (SPEC: Leads, tours, newsletter).
 * Bots and floods are marked, never dropped; whoever sends them is told the same as everybody.
 */
export async function submitContactForm(
  ctx: TenantContext,
  input: ContactFormBody,
): Promise<ContactFormReply> {
  const { brokerageId } = ctx.tenant;
  const { email, website: honeypot } = input;
  await ctx.limits.take("contact_email", `${brokerageId} ${email.toLowerCase()}`);
  const { lead } = await inTransaction(ctx, async (ctx) => {
    // Each form sees what the one before it has caused: enrollments and mail of one person are limited.
    await lockPerson(ctx.db, { brokerageId, email });
    const visit = await visitOf(ctx, { brokerageId, email });
    const received = await receiveLead(
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
        source_page: cut(input.source_page, PAGE_LENGTH),
        utm_source: cut(input.utm_source, UTM_LENGTH),
        utm_medium: cut(input.utm_medium, UTM_LENGTH),
        utm_campaign: cut(input.utm_campaign, UTM_LENGTH),
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
    );
    return routeNewLead(ctx, await joinVisit(ctx, received, visit), visit);
  });
  return {
    success: true,
    message: "Thank you for your message. We will be in touch soon.",
    lead_id: lead.id,
  };
}

/** By characters, so that none is halved; blank is not said. */
function cut(text: string | null | undefined, length: number): string | null {
  if (!text) return null;
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}
