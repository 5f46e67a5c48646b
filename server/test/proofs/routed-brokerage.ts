import type { Json, Servers } from "./routing-servers.ts";

export type Registered = { leadId: number; agentId: number | null };
export type Person = { name: string; email: string };

/** A brokerage of the proof, whose agents are Agent 0, Agent 1 and so on. */
export type RoutedBrokerage = {
  brokerageId: number;
  agents: number[];
  register(person: Person): Promise<Registered>;
  /** As the API counts them. */
  leadsOf(agentId: number): Promise<number>;
};

let opened = 0;

/** `agents`: the fields of each beside its name; `settings`: the brokerage's lead settings. */
export async function openRoutedBrokerage(
  servers: Servers,
  { agents, settings = {} }: { agents: Json[]; settings?: Json },
): Promise<RoutedBrokerage> {
  // The database in DATABASE_URL may have the brokerages of an earlier run.
  const slug = `routing-${process.pid}-${Date.now().toString(36)}-${++opened}`;
  const domain = `${slug}.test`;
  const create = async (path: string, body: Json) => (await servers.manage("POST", path, body)).id as number;
  const brokerageId = await create("/api/admin/brokerages", { slug, name: "Routing" });
  const path = `/api/admin/brokerages/${brokerageId}`;
  await create(`${path}/domains`, { domain });
  await servers.manage("PUT", `${path}/lead-settings`, settings);
  const ids: number[] = [];
  for (const [n, fields] of agents.entries()) {
    const agent = { name: `Agent ${n}`, slug: `${slug}-${n}`, email: `${n}@${domain}`, ...fields };
    ids.push(await create("/api/admin/agents", { brokerage_id: brokerageId, ...agent }));
  }
  return {
    brokerageId,
    agents: ids,
    async register(person) {
      const { lead_id, assigned_agent } = await servers.register(person, domain);
      const agent = assigned_agent as Json | null;
      return { leadId: Number(lead_id), agentId: agent && Number(agent.id) };
    },
    async leadsOf(agentId) {
      const query = `brokerage_id=${brokerageId}&agent=${agentId}&page_size=1`;
      return (await servers.manage("GET", `/api/v1/admin/leads?${query}`)).total as number;
    },
  };
}

/** A different person for each number. */
export const person = (n: number): Person => ({ name: `Visitor ${n}`, email: `visitor-${n}@visitors.test` });

type Run = {
  count: number;
  atOnce: number;
  /** Called when a registration is sent; the returned function is called with its agent. */
  onSend?: () => (agentId: number | null) => void;
};

/** Sends registrations of `count` people, some of them concurrently. */
export async function registerAll(
  { register }: RoutedBrokerage,
  { count, atOnce, onSend }: Run,
): Promise<Registered[]> {
  const registered: Registered[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const onReply = onSend?.();
      const reply = await register(person(next++));
      registered.push(reply);
      onReply?.(reply.agentId);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
  return registered;
}
