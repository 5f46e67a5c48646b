/** A brokerage in the oracle: settings, agents and brokers. Names stand for ids. */
export type OracleBrokerage = {
  name: string;
  /** Not disabled. */
  isOpen: boolean;
  settings: Settings;
  /** By their email. */
  agents: Map<string, Agent>;
  /** The broker contacts; the owner is one of them. */
  brokers: Broker[];
};

/** decisions.md: Lead settings, those that affect messages and their times. */
export type Settings = {
  response_target_seconds: number;
  breach_alert: boolean;
  reminder_after_seconds: number;
  broker_alert_after_seconds: number;
  reassign: boolean;
  reassign_after_seconds: number;
  final_escalation_after_seconds: number;
  sms: boolean;
  push: boolean;
  contacting_timeout_days: number;
  qualified_timeout_days: number;
  follow_up_after_contact_days: number;
  routing_strategy: "least_recently_assigned" | "weighted" | "primary_agent" | "semantic_match";
};

/** As it is written down, and as one dials it from anywhere. */
export type Telephone = { written: string; number: string };

export type Broker = { email: string; phone: Telephone | null };

export type Agent = {
  email: string;
  phone: Telephone | null;
  status: "active" | "inactive";
  isDisabled: boolean;
  on_vacation: boolean;
  accepting_leads: boolean;
  sms_opt_out: boolean;
  weight: number;
};

/** A recipient of messages: email, and the number for texts. */
export type Reader = { email: string; number: string | null };

/**
 * SPEC, Alerts: the agent, while they are one; on vacation they still are. A text to those who want none stands in the ledger
 * too: that is judged when it is sent, which may be hours later.
 */
export function agentOf(brokerage: OracleBrokerage, email: string | null): Reader | null {
  const agent = email === null ? undefined : brokerage.agents.get(email);
  if (!agent || agent.isDisabled || agent.status !== "active") return null;
  return { email: agent.email, number: agent.phone?.number ?? null };
}

export function brokersOf({ brokers }: OracleBrokerage): Reader[] {
  return brokers.map(({ email, phone }) => ({ email, number: phone?.number ?? null }));
}

/** SPEC, Agent routing strategies: who may be given a lead at all. */
export function mayGetLeads({ settings }: OracleBrokerage, agent: Agent): boolean {
  return (
    agent.status === "active" &&
    !agent.isDisabled &&
    agent.accepting_leads &&
    !agent.on_vacation &&
    (settings.routing_strategy !== "weighted" || agent.weight > 0)
  );
}
