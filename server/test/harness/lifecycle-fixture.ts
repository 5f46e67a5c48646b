import { lockLead } from "../../src/leads/lead-scope.ts";
import { applyEvent } from "../../src/leads/lifecycle/apply-event.ts";
import type { PipelineType, Stage } from "../../src/leads/lifecycle/stages.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { type BrokerageFixture, openBrokerage } from "./brokerage-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

export const LEADS = "/api/v1/admin/leads";

/** An event as it is reported. */
export type EventBody = { event_type: string } & Record<string, unknown>;

/** A brokerage whose broker works on leads that come in by its contact form. */
export type LifecycleFixture = BrokerageFixture & {
  /** A new lead: a buyer's, or a seller's by its subject. */
  createLead(path?: PipelineType): Promise<number>;
  /** A lead that legal events have brought to a stage. */
  leadIn(stage: Stage, path?: PipelineType): Promise<number>;
  /** Reports an event, by the broker unless a key is given. */
  postEvent(lead: number, event: EventBody | Record<string, unknown>, key?: string): Promise<Reply>;
  /** The same of what must be taken; answers the timeline. */
  report(lead: number, event: EventBody): Promise<Reply["body"]>;
  /** What the sweep does when a stage's time is over. */
  timeOut(lead: number, event: "timeout_no_response" | "timeout_180d_no_progress"): Promise<void>;
  detail(lead: number): Promise<Reply["body"]>;
  timeline(lead: number): Promise<Reply["body"]>;
};

const subjects = { buyer: "A question", seller: "Selling my house" };

/** The events that bring a new lead to a stage, the shortest way. */
export function eventsTo(stage: Stage, path: PipelineType): EventBody[] {
  const called = { event_type: "contact_attempted", channel: "call" };
  const isBuyer = path === "buyer";
  const forward: EventBody[] = [
    called,
    { event_type: "motivation_confirmed" },
    { event_type: isBuyer ? "buyer_agreement_signed" : "listing_agreement_signed" },
    { event_type: isBuyer ? "contract_executed" : "offer_accepted" },
    { event_type: "closing_complete" },
  ];
  if (stage === "ARCHIVED") return [called, { event_type: "timeout_no_response" }];
  if (stage === "TRASHED") return [{ event_type: "bogus_contact_detected", reason_code: "other" }];
  return forward.slice(
    0,
    ["NEW", "CONTACTING", "QUALIFIED", "COMMITTED", "IN_CONTRACT", "CLOSED"].indexOf(stage),
  );
}

export async function openLifecycle(lintel: TestApp, slug: string): Promise<LifecycleFixture> {
  const brokerage = await openBrokerage(lintel, slug);
  const key = brokerage.broker;
  const read = async (path: string) => {
    const { status, body } = await lintel.call(path, { key });
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
    return body;
  };
  const fixture: LifecycleFixture = {
    ...brokerage,
    async createLead(path = "buyer") {
      const person = { firstName: "Ada", lastName: "Lovelace", email: "ada@visitors.test", message: "Hello" };
      const body = { ...person, subject: subjects[path] };
      return (await lintel.call("/api/contact", { method: "POST", host: brokerage.host, body })).body.lead_id;
    },
    async leadIn(stage, path = "buyer") {
      const lead = await fixture.createLead(path);
      for (const event of eventsTo(stage, path)) await fixture.report(lead, event);
      return lead;
    },
    postEvent: (lead, event, by = key) =>
      lintel.call(`${LEADS}/${lead}/transitions`, { method: "POST", key: by, body: event }),
    async report(lead, event) {
      const { status, body, text } = await fixture.postEvent(lead, event);
      if (status !== 200) throw new Error(`${event.event_type} was answered with ${status}: ${text}`);
      return body;
    },
    timeOut: (lead, event) =>
      inTransaction(lintel.ctx, async (ctx) => {
        await applyEvent(ctx, await lockLead(ctx, lead), { event, bySweep: true });
      }),
    detail: (lead) => read(`${LEADS}/${lead}`),
    timeline: (lead) => read(`${LEADS}/${lead}/transitions`),
  };
  return fixture;
}
