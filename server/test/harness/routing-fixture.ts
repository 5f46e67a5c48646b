import type { Insertable } from "kysely";
import type { Agents } from "../../src/platform/database/types.generated.ts";
import { type BrokerageFixture, openBrokerage } from "./brokerage-fixture.ts";
import { LEADS } from "./lead-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

/** A brokerage whose agents get the leads that come. */
export type RoutingFixture = BrokerageFixture & {
  hire(name: string, fields?: Partial<Insertable<Agents>>): Promise<number>;
  /** A change by the broker. */
  updateAgent(agentId: number, fields: object): Promise<void>;
  /** The brokerage's lead settings. */
  updateSettings(settings: object): Promise<void>;
  /** Sends a registration of a new person, overridden by `fields`. */
  register(fields?: object, headers?: Record<string, string>): Promise<Reply>;
  /** The same of a good one: its lead, and the name of the agent who has it now. */
  registered(fields?: object): Promise<{ id: number; agent: string | null }>;
  /** Whom the next registrations go to, one after another, by name. */
  nextAgents(count: number): Promise<(string | null)[]>;
  routing(leadId: number, key?: string): Promise<Reply>;
  lead(leadId: number, key?: string): Promise<Reply>;
};

let people = 0;

export async function openRouting(lintel: TestApp, slug: string): Promise<RoutingFixture> {
  const brokerage = await openBrokerage(lintel, slug);
  const put = async (path: string, body: object) => {
    const { status, text } = await lintel.call(path, { method: "PUT", key: brokerage.broker, body });
    if (status !== 200) throw new Error(`PUT ${path} answered ${status}: ${text}`);
  };
  const routing: RoutingFixture = {
    ...brokerage,
    hire: async (name, fields = {}) => (await lintel.createAgent(brokerage.id, { name, ...fields })).id,
    updateAgent: (agentId, fields) => put(`/api/admin/agents/${agentId}`, fields),
    updateSettings: (settings) => put(`/api/admin/brokerages/${brokerage.id}/lead-settings`, settings),
    register(fields = {}, headers = {}) {
      const visitor = `visitor-${++people}`;
      const body = { name: visitor, email: `${visitor}@visitors.test`, ...fields };
      return lintel.call("/register", { method: "POST", host: brokerage.host, headers, body });
    },
    async registered(fields) {
      const { status, body, text } = await routing.register(fields);
      if (status !== 200) throw new Error(`POST /register answered ${status}: ${text}`);
      return { id: Number(body.lead_id), agent: body.assigned_agent?.name ?? null };
    },
    async nextAgents(count) {
      const names: (string | null)[] = [];
      for (let n = 0; n < count; n++) names.push((await routing.registered()).agent);
      return names;
    },
    routing: (leadId, key = brokerage.broker) => lintel.call(`${LEADS}/${leadId}/routing`, { key }),
    lead: (leadId, key = brokerage.broker) => lintel.call(`${LEADS}/${leadId}`, { key }),
  };
  return routing;
}
