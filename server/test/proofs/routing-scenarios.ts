import {
  openRoutedBrokerage,
  person,
  type Registered,
  type RoutedBrokerage,
  registerAll,
} from "./routed-brokerage.ts";
import { sharesOf } from "./routed-leads.ts";
import type { Json, Servers } from "./routing-servers.ts";

/** The agent of each lead, in the order of the decisions; null: none. */
export type Turns = (number | null)[];

export type Observed = {
  brokerage: RoutedBrokerage;
  registered: Registered[];
  /** Returns a summary after the leads were read from the database; throws when they are wrong. */
  check(turns: Turns): string;
};

export type Scenario = (servers: Servers, count: number) => Promise<Observed>;

const AGENTS = 7;
/** Concurrent registrations: few enough that a change in mid-run, which waits for some of them several times, happens long before the end. */
const atOnceOf = (count: number) => Math.min(32, Math.ceil(count / 20));
const SAME = 200;

const unassigned = (turns: Turns) => turns.filter((each) => each === null).length;

/** Least recently assigned. Any seven consecutive leads go to seven agents; an eighth agent is on vacation. */
const leastRecentlyAssigned: Scenario = async (servers, count) => {
  const agents = [...Array(AGENTS).fill({}), { on_vacation: true }];
  const brokerage = await openRoutedBrokerage(servers, { agents });
  const registered = await registerAll(brokerage, { count, atOnce: count });
  return {
    brokerage: brokerage,
    registered,
    check(turns) {
      const shares = sharesOf(brokerage.agents.slice(0, AGENTS), turns);
      const [away] = sharesOf(brokerage.agents.slice(AGENTS), turns);
      const isOutOfTurn = (_: unknown, at: number) => {
        const row = turns.slice(at, at + AGENTS);
        return new Set(row).size < row.length;
      };
      const outOfTurn = turns.filter(isOutOfTurn).length;
      const spread = Math.max(...shares) - Math.min(...shares);
      const seen =
        `least recently assigned, ${count} at once over ${AGENTS} agents: ${shares.join(" ")}; ` +
        `${outOfTurn} out of turn, ${away} to the one on vacation, ${unassigned(turns)} unassigned`;
      if (spread > 1 || outOfTurn + (away as number) + unassigned(turns) > 0)
        throw new Error(`Not fair: ${seen}`);
      return seen;
    },
  };
};

/** Weights 1 to 7, and an eighth agent of weight 0: each full rotation gives exactly the weights. */
const byWeight: Scenario = async (servers, count) => {
  const weights = [...Array.from({ length: AGENTS }, (_, at) => at + 1), 0];
  const brokerage = await openRoutedBrokerage(servers, {
    agents: weights.map((weight) => ({ weight })),
    settings: { routing_strategy: "weighted" },
  });
  const registered = await registerAll(brokerage, { count, atOnce: count });
  return {
    brokerage: brokerage,
    registered,
    check(turns) {
      const pool = weights.reduce((sum, weight) => sum + weight);
      const rotations = Math.floor(count / pool);
      const uneven = Array.from({ length: rotations }, (_, n) =>
        turns.slice(n * pool, (n + 1) * pool),
      ).filter((rotation) => sharesOf(brokerage.agents, rotation).join() !== weights.join()).length;
      const seen =
        `weighted ${weights.join(" ")}, ${count} at once: ${sharesOf(brokerage.agents, turns).join(" ")}; ` +
        `${uneven} of ${rotations} full rotations other than the weights, ${unassigned(turns)} unassigned`;
      if (uneven + unassigned(turns) > 0) throw new Error(`Not by weight: ${seen}`);
      return seen;
    },
  };
};

/** Agents leave in mid-run, in every possible way, and one returns: an agent gets no lead after the acknowledged departure. */
const agentsLeaving: Scenario = async (servers, count) => {
  const agents = [...Array(AGENTS - 1).fill({}), { on_vacation: true }];
  const brokerage = await openRoutedBrokerage(servers, { agents });
  const atOnce = atOnceOf(count);
  const change = (at: number, fields: Json) =>
    servers.manage("PUT", `/api/admin/agents/${brokerage.agents[at]}`, fields);
  const goes = [
    () => change(0, { on_vacation: true }),
    () => servers.manage("DELETE", `/api/admin/agents/${brokerage.agents[1]}`),
    () => change(2, { status: "inactive" }),
    () => change(3, { accepting_leads: false }),
    () => change(4, { on_vacation: true }),
  ];
  const gone = new Map<number, { leads: number }>();
  let answered = 0;
  let late = 0;
  let overrun = 0;
  const leave = async (at: number) => {
    const agent = brokerage.agents[at] as number;
    await goes[at]?.();
    if (answered >= count) overrun++;
    gone.set(agent, { leads: Number.NaN });
    gone.set(agent, { leads: await brokerage.leadsOf(agent) });
  };
  const changes: Promise<unknown>[] = [];
  const registered = await registerAll(brokerage, {
    count,
    atOnce,
    onSend() {
      const known = [...gone.keys()];
      return (agent) => {
        answered++;
        if (agent !== null && known.includes(agent)) late++;
        const step = (answered * 10) / count - 1;
        if (Number.isInteger(step) && step < goes.length) changes.push(leave(step));
        if (step === goes.length) changes.push(change(AGENTS - 1, { on_vacation: false }));
      };
    },
  });
  await Promise.all(changes);
  return {
    brokerage: brokerage,
    registered,
    check(turns) {
      const shares = sharesOf(brokerage.agents, turns);
      const more = [...gone].filter(([agent, { leads }]) => sharesOf([agent], turns)[0] !== leads).length;
      const seen =
        `${gone.size} of ${AGENTS} agents gone and 1 back in mid-run, ${count} at ${atOnce} connections: ${shares.join(" ")}; ` +
        `${late + more} to agents after their change was acknowledged, ${unassigned(turns)} unassigned`;
      if (late + more + overrun + unassigned(turns) > 0 || gone.size < goes.length || shares.at(-1) === 0) {
        throw new Error(`Not as it should be: ${seen}; ${overrun} went after the run`);
      }
      return seen;
    },
  };
};

/** The same registration many times at once. */
const samePerson: Scenario = async (servers) => {
  const brokerage = await openRoutedBrokerage(servers, { agents: Array(AGENTS).fill({}) });
  const replies = await Promise.all(Array.from({ length: SAME }, () => brokerage.register(person(1))));
  const registered = [...new Map(replies.map((each) => [JSON.stringify(each), each])).values()];
  return {
    brokerage: brokerage,
    registered,
    check(turns) {
      const seen = `${SAME} identical registrations at once: ${turns.length} lead, ${turns.length - unassigned(turns)} assignment`;
      if (turns.length !== 1 || unassigned(turns) > 0) throw new Error(seen);
      return seen;
    },
  };
};

export const scenarios: Scenario[] = [leastRecentlyAssigned, byWeight, agentsLeaving, samePerson];
