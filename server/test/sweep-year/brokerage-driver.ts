import type { UsesListings } from "../../src/listings/index.ts";
import type { ActorContext, TenantContext } from "../../src/platform/context.ts";
import { home } from "../harness/market.ts";
import type { TestApp } from "../harness/test-app.ts";
import type { Oracle } from "./oracle.ts";
import type { Agent, Broker } from "./oracle-brokerage.ts";
import type { Change } from "./plan.ts";
import type { BrokeragePlan } from "./plan-brokerages.ts";

export const LISTING = "year-1";

/** A brokerage in the product. */
type Branch = { id: number; host: string; key: string; brokers: Map<string, number> };

/** All brokerages, in the product and in the oracle: what changes in one changes in the other. */
export class BrokerageDriver {
  readonly #lintel: TestApp;
  readonly #oracle: Oracle;
  readonly #admin: string;
  readonly #branches = new Map<string, Branch>();
  readonly agentIds = new Map<string, number>();
  readonly agentEmails = new Map<number, string>();

  static async open(lintel: TestApp, oracle: Oracle, plans: BrokeragePlan[]): Promise<BrokerageDriver> {
    const brokerageDriver = new BrokerageDriver(lintel, oracle, await lintel.createKey("admin"));
    await lintel.importListings("year", [home({ ListingId: LISTING })]);
    for (const plan of plans) await brokerageDriver.#create(plan);
    return brokerageDriver;
  }

  private constructor(lintel: TestApp, oracle: Oracle, admin: string) {
    this.#lintel = lintel;
    this.#oracle = oracle;
    this.#admin = admin;
  }

  /** As a broker of it works. */
  staff(brokerage: string): ActorContext {
    const actor = {
      role: "broker" as const,
      name: `broker of ${brokerage}`,
      email: `desk@${brokerage}.test`,
      userId: null,
      apiKeyId: null,
      brokerageId: this.#branch(brokerage).id,
      agentId: null,
    };
    return { ...this.#lintel.ctx, actor };
  }

  /** As visitors of its website come. */
  website(brokerage: string): TenantContext<UsesListings> {
    const { id, host } = this.#branch(brokerage);
    const tenant = {
      brokerageId: id,
      sourceIds: null,
      state: null,
      domain: host,
      domains: [host],
      revision: "",
    };
    return { ...this.#lintel.ctx, tenant };
  }

  /** An agent whom staff may give a lead to: the first who is active. */
  assignable(brokerage: string): number | null {
    const agents = [...(this.#oracle.brokerages.get(brokerage)?.agents.values() ?? [])];
    const agent = agents.find(({ status, isDisabled }) => status === "active" && !isDisabled);
    return agent ? (this.agentIds.get(agent.email) as number) : null;
  }

  /** Applies a change, unless it has no effect at that time: repeated leaving, or a closed brokerage. */
  async apply(change: Change): Promise<void> {
    const brokerage = this.#oracle.brokerages.get(change.brokerage);
    if (!brokerage || (!brokerage.isOpen && change.kind !== "opens")) return;
    const branch = this.#branch(change.brokerage);
    const path = `/api/admin/brokerages/${branch.id}`;
    switch (change.kind) {
      case "settings":
        await this.#send("PUT", `${path}/lead-settings`, change.settings, branch.key);
        Object.assign(brokerage.settings, change.settings);
        break;
      case "agent": {
        const agent = brokerage.agents.get(change.email);
        if (!agent || agent.isDisabled) return;
        await this.#send("PUT", this.#agentPath(change.email), change.fields, branch.key);
        Object.assign(agent, change.fields);
        break;
      }
      case "agent joins":
        await this.#addAgent(change.brokerage, newcomer(change.email));
        break;
      case "agent leaves":
      case "agent is back": {
        const agent = brokerage.agents.get(change.email);
        const leaves = change.kind === "agent leaves";
        if (!agent || agent.isDisabled === leaves) return;
        const at = this.#agentPath(change.email);
        await (leaves ? this.#send("DELETE", at) : this.#send("PUT", at, { disabled_at: null }));
        agent.isDisabled = leaves;
        break;
      }
      case "broker joins":
        await this.#addBroker(change.brokerage, { email: change.email, phone: null, isOwner: false });
        break;
      case "broker leaves":
        await this.#send("DELETE", `/api/admin/broker-contacts/${branch.brokers.get(change.email)}`);
        brokerage.brokers = brokerage.brokers.filter(({ email }) => email !== change.email);
        break;
      case "closes":
      case "opens":
        brokerage.isOpen = change.kind === "opens";
        await (brokerage.isOpen
          ? this.#send("PUT", path, { disabled_at: null })
          : this.#send("DELETE", path));
        break;
    }
    this.#oracle.touchBrokerage(change.brokerage);
  }

  async #create({ name, settings: { primary, ...settings }, agents, brokers }: BrokeragePlan): Promise<void> {
    const { id, host } = await this.#lintel.createTenant(name);
    const key = await this.#lintel.createKey("broker", { brokerageId: id });
    this.#branches.set(name, { id, host, key, brokers: new Map() });
    this.#oracle.brokerages.set(name, { name, isOpen: true, settings, agents: new Map(), brokers: [] });
    for (const agent of agents) await this.#addAgent(name, { ...agent });
    for (const broker of brokers) await this.#addBroker(name, broker);
    const primaryId = primary === null ? null : this.agentIds.get(primary);
    const body = { ...settings, primary_agent_id: primaryId };
    await this.#send("PUT", `/api/admin/brokerages/${id}/lead-settings`, body, key);
  }

  async #addAgent(brokerage: string, agent: Agent): Promise<void> {
    const { email, phone, isDisabled: _, ...fields } = agent;
    const slug = email.replace(/\.test$/, "").replaceAll(/[@.]/g, "-");
    const { id, key } = this.#branch(brokerage);
    const body = { brokerage_id: id, name: slug, slug, email, phone: phone?.written ?? null, ...fields };
    const made = await this.#send("POST", "/api/admin/agents", body, key);
    this.agentIds.set(email, made.id);
    this.agentEmails.set(made.id, email);
    this.#oracle.brokerages.get(brokerage)?.agents.set(email, agent);
  }

  async #addBroker(
    brokerage: string,
    { email, phone, isOwner }: Broker & { isOwner: boolean },
  ): Promise<void> {
    const { id, key, brokers } = this.#branch(brokerage);
    const body = { brokerage_id: id, name: email, email, phone: phone?.written ?? null, is_primary: isOwner };
    brokers.set(email, (await this.#send("POST", "/api/admin/broker-contacts", body, key)).id);
    this.#oracle.brokerages.get(brokerage)?.brokers.push({ email, phone });
  }

  #branch(brokerage: string): Branch {
    return this.#branches.get(brokerage) as Branch;
  }

  #agentPath(email: string): string {
    return `/api/admin/agents/${this.agentIds.get(email)}`;
  }

  async #send(method: "POST" | "PUT" | "DELETE", path: string, body?: object, key = this.#admin) {
    const reply = await this.#lintel.call(path, { method, key, ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }
}

function newcomer(email: string): Agent {
  return {
    email,
    phone: null,
    status: "active",
    isDisabled: false,
    on_vacation: false,
    accepting_leads: true,
    sms_opt_out: false,
    weight: 1,
  };
}
