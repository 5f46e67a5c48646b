import type { Insertable, Updateable } from "kysely";
import { receiveLead } from "../../src/leads/intake/receive-lead.ts";
import type { Stage } from "../../src/leads/lifecycle/stages.ts";
import type { Agents, Leads } from "../../src/platform/database/types.generated.ts";
import { type BrokerageFixture, openBrokerage } from "./brokerage-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

export const LEADS = "/api/v1/admin/leads";

export type Colleague = { id: number; name: string; key: string };

/** A brokerage whose people have leads: made with the columns a test needs, as no form would make them. */
export type LeadFixture = BrokerageFixture & {
  /** With a key that is bound to her record. */
  ann: Colleague;
  /** Known by the email that is his key's name. */
  bob: Colleague;
  hire(name: string, fields?: Partial<Insertable<Agents>>): Promise<{ id: number; name: string }>;
  /** Entered by hand in a stage, NEW unless it is said, with the first row of its timeline; then given these columns. */
  makeLead(columns?: Updateable<Leads>): Promise<number>;
  read(lead: number, key?: string): Promise<Reply>;
  patch(lead: number, body: unknown, key?: string): Promise<Reply>;
  timeline(lead: number): Promise<{ event_type: string; note: string | null; payload: unknown }[]>;
  /** Disables the brokerage, as an admin. */
  disable(): Promise<void>;
};

const person = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@visitors.test",
  phone: "(208) 555-0101",
  subject: "A question",
  message: "Hello",
  source_domain: "admin-manual",
  source_page: "/admin/leads",
};

export async function openLeads(lintel: TestApp, slug: string): Promise<LeadFixture> {
  const brokerage = await openBrokerage(lintel, slug);
  const { db } = lintel.database;
  const hire = async (name: string, fields: Partial<Insertable<Agents>> = {}) => ({
    ...(await lintel.createAgent(brokerage.id, { slug: `${slug}-${name.toLowerCase()}`, name, ...fields })),
    name,
  });
  const ann = await hire("Ann");
  const bob = await hire("Bob", { email: `Bob@${slug}.test` });
  const bobsKey = await lintel.call("/api/admin/api-keys", {
    method: "POST",
    key: brokerage.broker,
    body: { name: `bOB@${slug}.test`, role: "agent", brokerage_id: brokerage.id },
  });
  return {
    ...brokerage,
    ann: { ...ann, key: await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: ann.id }) },
    bob: { ...bob, key: bobsKey.body.key },
    hire,
    async makeLead({ stage, ...columns } = {}) {
      const { id } = await receiveLead(
        lintel.ctx,
        { ...person, brokerageId: brokerage.id, source: "manual", ...(stage && { stage: stage as Stage }) },
        { event: "manual_entry" },
      );
      if (Object.keys(columns).length > 0) {
        await db.updateTable("leads").set(columns).where("id", "=", id).execute();
      }
      return id;
    },
    read: (lead, key = brokerage.broker) => lintel.call(`${LEADS}/${lead}`, { key }),
    patch: (lead, body, key = brokerage.broker) =>
      lintel.call(`${LEADS}/${lead}`, { method: "PATCH", key, body }),
    timeline: (lead) =>
      db
        .selectFrom("lead_events")
        .select(["event_type", "note", "payload"])
        .where("lead_id", "=", lead)
        .orderBy("id")
        .execute(),
    async disable() {
      const key = await lintel.createKey("admin");
      const { status } = await lintel.call(`/api/admin/brokerages/${brokerage.id}`, {
        method: "DELETE",
        key,
      });
      if (status !== 200) throw new Error(`the brokerage was not disabled: ${status}`);
    },
  };
}
