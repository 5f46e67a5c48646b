import type { Insertable } from "kysely";
import type { Agents } from "../../src/platform/database/types.generated.ts";
import { LEADS } from "./lead-office.ts";
import { type Office, openOffice } from "./office.ts";
import type { Reply, TestApp } from "./test-app.ts";

/** A brokerage whose agents get the leads that come. */
export type RoutingOffice = Office & {
  hire(name: string, fields?: Partial<Insertable<Agents>>): Promise<number>;
  /** A change by the broker. */
  change(agentId: number, fields: object): Promise<void>;
  /** The brokerage's lead settings. */
  settle(settings: object): Promise<void>;
  /** Sends a registration: of somebody new, but where `fields` say otherwise. */
  register(fields?: object, headers?: Record<string, string>): Promise<Reply>;
  /** The same of a good one: its lead, and the name of the agent who has it now. */
  registered(fields?: object): Promise<{ id: number; agent: string | null }>;
  /** Whom the next registrations go to, one after another, by name. */
  takers(count: number): Promise<(string | null)[]>;
  routing(leadId: number, key?: string): Promise<Reply>;
  lead(leadId: number, key?: string): Promise<Reply>;
};

let people = 0;

export async function openRoutingOffice(lintel: TestApp, slug: string): Promise<RoutingOffice> {
  const office = await openOffice(lintel, slug);
  const put = async (path: string, body: object) => {
    const { status, text } = await lintel.call(path, { method: "PUT", key: office.broker, body });
    if (status !== 200) throw new Error(`PUT ${path} answered ${status}: ${text}`);
  };
  const routing: RoutingOffice = {
    ...office,
    hire: async (name, fields = {}) => (await lintel.createAgent(office.id, { name, ...fields })).id,
    change: (agentId, fields) => put(`/api/admin/agents/${agentId}`, fields),
    settle: (settings) => put(`/api/admin/brokerages/${office.id}/lead-settings`, settings),
    register(fields = {}, headers = {}) {
      const visitor = `visitor-${++people}`;
      const body = { name: visitor, email: `${visitor}@visitors.test`, ...fields };
      return lintel.call("/register", { method: "POST", host: office.host, headers, body });
    },
    async registered(fields) {
      const { status, body, text } = await routing.register(fields);
      if (status !== 200) throw new Error(`POST /register answered ${status}: ${text}`);
      return { id: Number(body.lead_id), agent: body.assigned_agent?.name ?? null };
    },
    async takers(count) {
      const names: (string | null)[] = [];
      for (let n = 0; n < count; n++) names.push((await routing.registered()).agent);
      return names;
    },
    routing: (leadId, key = office.broker) => lintel.call(`${LEADS}/${leadId}/routing`, { key }),
    lead: (leadId, key = office.broker) => lintel.call(`${LEADS}/${leadId}`, { key }),
  };
  return routing;
}
