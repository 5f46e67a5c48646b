import { logLeadContact } from "../../src/leads/engagement/contacts/log-lead-contact.ts";
import { clearLeadFollowUp } from "../../src/leads/engagement/follow-ups/clear-lead-follow-up.ts";
import { setLeadFollowUp } from "../../src/leads/engagement/follow-ups/set-lead-follow-up.ts";
import { recordSignal } from "../../src/leads/engagement/temperature/record-signal.ts";
import { createManualLead } from "../../src/leads/intake/create-manual-lead.ts";
import { registerClient } from "../../src/leads/intake/registration/register-client.ts";
import { submitContactForm } from "../../src/leads/intake/submit-contact-form.ts";
import { lockLead } from "../../src/leads/lead-scope.ts";
import { recordLeadTransition } from "../../src/leads/lifecycle/timeline/record-lead-transition.ts";
import { updateLead } from "../../src/leads/views/detail/update-lead.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { requestTour } from "../../src/tours/request-tour.ts";
import { type BrokerageDriver, LISTING } from "./brokerage-driver.ts";
import type { Action } from "./draw-action.ts";
import type { ModelledLead } from "./oracle-lead.ts";
import type { LeadPlan } from "./plan-leads.ts";

/** The product's operations as people use them on leads, each known by its name. */
export class LeadDriver {
  readonly #brokerageDriver: BrokerageDriver;
  readonly ids = new Map<string, number>();
  readonly names = new Map<number, string>();

  constructor(brokerageDriver: BrokerageDriver) {
    this.#brokerageDriver = brokerageDriver;
  }

  async receive(plan: LeadPlan): Promise<void> {
    const id = await this.#received(plan);
    this.ids.set(plan.name, id);
    this.names.set(id, plan.name);
  }

  async #received(plan: LeadPlan): Promise<number> {
    const { name, brokerage, way, isSeller } = plan;
    const email = emailOf(name);
    const text = { email, subject: isSeller ? "Selling my house" : "A house to buy", message: "Hello" };
    const website = this.#brokerageDriver.website(brokerage);
    switch (way) {
      case "contact form": {
        const form = { ...text, firstName: name, lastName: "Visitor" };
        return (await submitContactForm(website, form)).lead_id;
      }
      case "registration":
        return Number((await registerClient(website, { name, email })).lead_id);
      case "tour": {
        await requestTour(website, { name, email, listing_id: LISTING });
        const row = website.db.selectFrom("leads").select("id").where("email", "=", email);
        return (await row.executeTakeFirstOrThrow()).id;
      }
      case "manual": {
        const agent = plan.hasAgent ? this.#brokerageDriver.assignable(brokerage) : null;
        const person = { ...text, first_name: name, last_name: "Visitor" };
        const body = { ...person, status: plan.status, assigned_agent_id: agent };
        return (await createManualLead(this.#brokerageDriver.staff(brokerage), body)).id;
      }
    }
  }

  async perform({ name, brokerage }: ModelledLead, action: Action): Promise<void> {
    const lead_id = this.ids.get(name) as number;
    const staff = this.#brokerageDriver.staff(brokerage);
    const website = this.#brokerageDriver.website(brokerage);
    switch (action.kind) {
      case "contact": {
        const occurred_at = action.at === null ? null : new Date(action.at).toISOString();
        const { direction } = action;
        await logLeadContact(staff, { lead_id, direction, channel: action.channel as "call", occurred_at });
        return;
      }
      case "event": {
        const { event: event_type, reason: reason_code, channel } = action;
        await recordLeadTransition(staff, {
          lead_id,
          event_type: event_type as "deal_collapsed",
          reason_code,
          channel,
        });
        return;
      }
      case "assign": {
        const assigned_agent_id =
          action.agent === null ? null : (this.#brokerageDriver.agentIds.get(action.agent) as number);
        await updateLead(staff, { lead_id, assigned_agent_id });
        return;
      }
      case "book":
        await setLeadFollowUp(staff, { lead_id, due_at: new Date(action.dueAt).toISOString(), note: null });
        return;
      case "clearFollowUp":
        await clearLeadFollowUp(staff, { lead_id });
        return;
      case "note":
        await updateLead(staff, { lead_id, notes: `Looked at ${staff.clock.now().toISOString()}` });
        return;
      case "status":
        await updateLead(staff, { lead_id, registration_status: action.status as "dead" });
        return;
      case "tour":
        await requestTour(website, { name, email: emailOf(name), listing_id: LISTING });
        return;
      case "register":
        await registerClient(website, { name, email: emailOf(name) });
        return;
      case "look":
        await inTransaction(website, async (ctx) => {
          const signal = { kind: "property_view" as const, occurredAt: ctx.clock.now() };
          await recordSignal(ctx, await lockLead(ctx, lead_id), signal);
        });
    }
  }
}

const emailOf = (name: string) => `${name}@visitors.test`;
