import type { Updateable } from "kysely";
import { recordEvent } from "../../src/leads/index.ts";
import type { Stage } from "../../src/leads/lifecycle/stages.ts";
import type { Leads } from "../../src/platform/database/types.generated.ts";
import { type BrokerageFixture, openBrokerage } from "./brokerage-fixture.ts";
import { home, subscribe } from "./market.ts";
import type { Reply, TestApp } from "./test-app.ts";

/** A brokerage with listings of its own, whose website's visitors ask for tours. */
export type TourFixture = BrokerageFixture & {
  /** Of an Active listing at 12 Main St, Boise. */
  listing: string;
  /** Sends the form: of Ada Lovelace to see `listing`, but where `fields` say otherwise. */
  requestTour(fields?: object, headers?: Record<string, string>): Promise<Reply>;
  /** The same of a good request: the id of the tour, and of its lead. */
  createTour(fields?: object): Promise<{ id: number; leadId: number }>;
  leads(): ReturnType<typeof leadsOf>;
  /** Puts the lead into a stage, with the row that says so, and these columns. */
  moveTo(leadId: number, stage: Stage, columns?: Updateable<Leads>): Promise<void>;
  /** Gives the lead to an agent. */
  assign(leadId: number, agentId: number): Promise<unknown>;
  timeline(leadId: number): ReturnType<typeof timelineOf>;
};

export const person = { name: "Ada Lovelace", email: "ada@visitors.test" };

export async function openTours(lintel: TestApp, slug: string): Promise<TourFixture> {
  const brokerage = await openBrokerage(lintel, slug);
  const { db } = lintel.database;
  const listing = `${slug}-1`;
  await lintel.importListings(slug, [home({ ListingId: listing, UnparsedAddress: "12 Main St" })]);
  await subscribe(lintel, brokerage.id, [slug]);
  const ask: TourFixture["requestTour"] = (fields = {}, headers = {}) =>
    lintel.call("/api/tours", {
      method: "POST",
      host: brokerage.host,
      headers,
      body: { listing_id: listing, ...person, ...fields },
    });
  return {
    ...brokerage,
    listing,
    requestTour: ask,
    async createTour(fields) {
      const { status, body, text } = await ask(fields);
      if (status !== 200) throw new Error(`POST /api/tours answered ${status}: ${text}`);
      const tours = db.selectFrom("tour_requests").where("id", "=", body.id);
      const { lead_id } = await tours.select("lead_id").executeTakeFirstOrThrow();
      return { id: body.id, leadId: lead_id };
    },
    leads: () => leadsOf(lintel, brokerage.id),
    async moveTo(leadId, stage, columns = {}) {
      const { ctx } = lintel;
      await recordEvent(ctx, leadId, { event: "manual_entry", to: stage, occurredAt: ctx.clock.now() });
      await db
        .updateTable("leads")
        .set({ stage, ...columns })
        .where("id", "=", leadId)
        .execute();
    },
    assign: (leadId, agentId) =>
      db.updateTable("leads").set({ assigned_agent_id: agentId }).where("id", "=", leadId).execute(),
    timeline: (leadId) => timelineOf(lintel, leadId),
  };
}

function leadsOf({ database: { db } }: TestApp, brokerageId: number) {
  return db.selectFrom("leads").selectAll().where("brokerage_id", "=", brokerageId).orderBy("id").execute();
}

function timelineOf({ database: { db } }: TestApp, leadId: number) {
  return db
    .selectFrom("lead_events")
    .select(["event_type", "from_stage", "to_stage", "occurred_at", "actor_type", "payload"])
    .where("lead_id", "=", leadId)
    .orderBy("id")
    .execute();
}
