import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import type { Agent, Broker, Settings, Telephone } from "./oracle-brokerage.ts";

/** A brokerage as it begins the year. */
export type BrokeragePlan = {
  name: string;
  settings: Settings & { time_zone: string; primary: string | null };
  agents: Agent[];
  brokers: (Broker & { isOwner: boolean })[];
};

const zones = ["America/Boise", "America/New_York", "America/Phoenix", "Pacific/Honolulu", "Europe/London"];
const strategies = ["least_recently_assigned", "weighted", "primary_agent", "semantic_match"] as const;

export function planBrokerage(random: SeededRandom, at: number): BrokeragePlan {
  const name = `brokerage-${at}`;
  const agents = Array.from({ length: random.integer(2, 8) }, (_, n) =>
    planAgent(random, `agent-${n}@${name}.test`),
  );
  return {
    name,
    settings: {
      ...planTimes(random),
      breach_alert: random.chance(0.8),
      reassign: random.chance(0.65),
      sms: random.chance(0.5),
      push: random.chance(0.8),
      contacting_timeout_days: random.pick([7, 14, 21, 21, 28]),
      qualified_timeout_days: random.pick([30, 45, 60, 90, 180]),
      follow_up_after_contact_days: random.pick([0, 1, 2, 2, 5]),
      routing_strategy: strategies[at % strategies.length] as Settings["routing_strategy"],
      time_zone: random.pick(zones),
      primary: random.chance(0.7) ? random.pick(agents).email : null,
    },
    agents,
    brokers: planBrokers(random, name, at),
  };
}

/** Mostly round values; some odd ones. */
export function planTimes(random: SeededRandom) {
  const seconds = (...choices: number[]) =>
    random.chance(0.04) ? random.integer(1, 5000) : random.pick(choices);
  return {
    response_target_seconds: seconds(60, 300, 300, 600),
    reminder_after_seconds: seconds(300, 600, 900),
    broker_alert_after_seconds: seconds(900, 1800, 3600),
    reassign_after_seconds: seconds(600, 1800, 3600),
    final_escalation_after_seconds: seconds(3600, 43_200, 86_400, 86_400),
  };
}

function planAgent(random: SeededRandom, email: string): Agent {
  return {
    email,
    phone: random.chance(0.6) ? planPhone(random) : null,
    status: "active",
    isDisabled: false,
    on_vacation: random.chance(0.1),
    accepting_leads: random.chance(0.95),
    sms_opt_out: random.chance(0.2),
    weight: random.integer(0, 3),
  };
}

/** None, some, or some with an owner among them; in some brokerages two share the brokerage's telephone. */
function planBrokers(random: SeededRandom, name: string, at: number): BrokeragePlan["brokers"] {
  const owner = random.chance(0.7) ? 0 : -1;
  const brokerage = planPhone(random);
  const shares = random.chance(0.5);
  return Array.from({ length: at % 4 }, (_, n) => ({
    email: `broker-${n}@${name}.test`,
    phone: shares ? brokerage : random.chance(0.6) ? planPhone(random) : null,
    isOwner: n === owner,
  }));
}

/** As people write them down: those of fiction, American and British. */
function planPhone(random: SeededRandom): Telephone {
  const line = String(random.integer(100, 199));
  return random.chance(0.7)
    ? { written: `(208) 555-0${line}`, number: `+12085550${line}` }
    : { written: `+44 20 7946 0${line}`, number: `+442079460${line}` };
}
