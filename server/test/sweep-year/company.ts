import type { ActorContext, TenantContext } from "../../src/platform/context.ts";
import { home } from "../harness/market.ts";
import type { TestApp } from "../harness/test-app.ts";
import type { Oracle } from "./oracle.ts";
import type { Agent, Broker } from "./oracle-office.ts";
import type { Change } from "./plan.ts";
import type { OfficePlan } from "./plan-offices.ts";

export const LISTING = "year-1";

/** A brokerage in the product. */
type Branch = { id: number; host: string; key: string; brokers: Map<string, number> };

/** All brokerages, in the product and in the oracle: what changes in one changes in the other. */
export class Company {
  readonly #lintel: TestApp;
  readonly #oracle: Oracle;
  readonly #admin: string;
  readonly #branches = new Map<string, Branch>();
  readonly agentIds = new Map<string, number>();
  readonly agentEmails = new Map<number, string>();

  static async open(lintel: TestApp, oracle: Oracle, plans: OfficePlan[]): Promise<Company> {
    const company = new Company(lintel, oracle, await lintel.createKey("admin"));
    await lintel.importListings("year", [home({ ListingId: LISTING })]);
    for (const plan of plans) await company.#found(plan);
    return company;
  }

  private constructor(lintel: TestApp, oracle: Oracle, admin: string) {
    this.#lintel = lintel;
    this.#oracle = oracle;
    this.#admin = admin;
  }

  /** As a broker of it works. */
  staff(office: string): ActorContext {
    const actor = {
      role: "broker" as const,
      name: `broker of ${office}`,
      email: `desk@${office}.test`,
      userId: null,
      apiKeyId: null,
      brokerageId: this.#branch(office).id,
      agentId: null,
    };
    return { ...this.#lintel.ctx, actor };
  }

  /** As visitors of its website come. */
  website(office: string): TenantContext {
    const { id, host } = this.#branch(office);
    const tenant = { brokerageId: id, sourceIds: null, domain: host, domains: [host] };
    return { ...this.#lintel.ctx, tenant };
  }

  /** An agent whom staff may give a lead to: the first who is active. */
  assignable(office: string): number | null {
    const agents = [...(this.#oracle.offices.get(office)?.agents.values() ?? [])];
    const agent = agents.find(({ status, isDisabled }) => status === "active" && !isDisabled);
    return agent ? (this.agentIds.get(agent.email) as number) : null;
  }

  /** Makes a change, where it is one at that time: nobody leaves twice, and nothing changes in a closed brokerage. */
  async apply(change: Change): Promise<void> {
    const office = this.#oracle.offices.get(change.office);
    if (!office || (!office.isOpen && change.kind !== "opens")) return;
    const branch = this.#branch(change.office);
    const path = `/api/admin/brokerages/${branch.id}`;
    switch (change.kind) {
      case "settings":
        await this.#send("PUT", `${path}/lead-settings`, change.settings, branch.key);
        Object.assign(office.settings, change.settings);
        break;
      case "agent": {
        const agent = office.agents.get(change.email);
        if (!agent || agent.isDisabled) return;
        await this.#send("PUT", this.#agentPath(change.email), change.fields, branch.key);
        Object.assign(agent, change.fields);
        break;
      }
      case "agent joins":
        await this.#hire(change.office, newcomer(change.email));
        break;
      case "agent leaves":
      case "agent is back": {
        const agent = office.agents.get(change.email);
        const leaves = change.kind === "agent leaves";
        if (!agent || agent.isDisabled === leaves) return;
        const at = this.#agentPath(change.email);
        await (leaves ? this.#send("DELETE", at) : this.#send("PUT", at, { disabled_at: null }));
        agent.isDisabled = leaves;
        break;
      }
      case "broker joins":
        await this.#takeOn(change.office, { email: change.email, phone: null, isOwner: false });
        break;
      case "broker leaves":
        await this.#send("DELETE", `/api/admin/broker-contacts/${branch.brokers.get(change.email)}`);
        office.brokers = office.brokers.filter(({ email }) => email !== change.email);
        break;
      case "closes":
      case "opens":
        office.isOpen = change.kind === "opens";
        await (office.isOpen ? this.#send("PUT", path, { disabled_at: null }) : this.#send("DELETE", path));
        break;
    }
    this.#oracle.touchOffice(change.office);
  }

  async #found({ name, settings: { primary, ...settings }, agents, brokers }: OfficePlan): Promise<void> {
    const { id, host } = await this.#lintel.createTenant(name);
    const key = await this.#lintel.createKey("broker", { brokerageId: id });
    this.#branches.set(name, { id, host, key, brokers: new Map() });
    this.#oracle.offices.set(name, { name, isOpen: true, settings, agents: new Map(), brokers: [] });
    for (const agent of agents) await this.#hire(name, { ...agent });
    for (const broker of brokers) await this.#takeOn(name, broker);
    const primaryId = primary === null ? null : this.agentIds.get(primary);
    const body = { ...settings, primary_agent_id: primaryId };
    await this.#send("PUT", `/api/admin/brokerages/${id}/lead-settings`, body, key);
  }

  async #hire(office: string, agent: Agent): Promise<void> {
    const { email, phone, isDisabled: _, ...fields } = agent;
    const slug = email.replace(/\.test$/, "").replaceAll(/[@.]/g, "-");
    const { id, key } = this.#branch(office);
    const body = { brokerage_id: id, name: slug, slug, email, phone: phone?.written ?? null, ...fields };
    const made = await this.#send("POST", "/api/admin/agents", body, key);
    this.agentIds.set(email, made.id);
    this.agentEmails.set(made.id, email);
    this.#oracle.offices.get(office)?.agents.set(email, agent);
  }

  async #takeOn(office: string, { email, phone, isOwner }: Broker & { isOwner: boolean }): Promise<void> {
    const { id, key, brokers } = this.#branch(office);
    const body = { brokerage_id: id, name: email, email, phone: phone?.written ?? null, is_primary: isOwner };
    brokers.set(email, (await this.#send("POST", "/api/admin/broker-contacts", body, key)).id);
    this.#oracle.offices.get(office)?.brokers.push({ email, phone });
  }

  #branch(office: string): Branch {
    return this.#branches.get(office) as Branch;
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
