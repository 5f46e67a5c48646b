import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import { type Change, DAY, NEW_YEAR, type Rhythm, SECOND, sitting } from "./plan.ts";
import { type BrokeragePlan, planTimes } from "./plan-brokerages.ts";

type Frame = { brokerage: BrokeragePlan; rhythm: Rhythm; days: number; closes: boolean };

/** What changes in a brokerage through the year: its settings, its people, and of one whether it is there at all. */
export function planChanges(random: SeededRandom, { brokerage, rhythm, days, closes }: Frame): Change[] {
  // Shortly before people sit down to their leads.
  const soon = (day: number) => sitting(random, rhythm, day) - random.integer(1, 9) * SECOND;
  // Or while leads wait that have just come.
  const inRush = () => random.pick(rhythm.rushes) + random.integer(1, 14) * 20 * SECOND;
  const someDay = () => (random.chance(0.3) ? inRush() : soon(random.integer(1, days - 2)));
  const of = { brokerage: brokerage.name };
  const span = (longest: number) => {
    const from = random.integer(1, Math.max(1, days - 3));
    return [soon(from), soon(Math.min(days - 1, from + random.integer(1, longest)))] as const;
  };
  const changes: Change[] = [];
  for (let n = random.integer(1, 4); n > 0; n--) {
    changes.push({ ...of, at: someDay(), kind: "settings", settings: planSettings(random) });
  }
  for (const { email } of brokerage.agents) {
    const put = (at: number, fields: object) =>
      changes.push({ ...of, at, kind: "agent", email, fields: { ...fields } });
    for (let n = random.integer(0, 2); n > 0; n--) {
      const [from, to] = span(21);
      put(from, { on_vacation: true });
      put(to, { on_vacation: false });
    }
    if (random.chance(0.25)) put(someDay(), { status: "inactive" });
    if (random.chance(0.25)) put(someDay(), { status: "active" });
    if (random.chance(0.2)) put(someDay(), { accepting_leads: random.chance(0.5) });
    if (random.chance(0.2)) put(someDay(), { sms_opt_out: random.chance(0.5) });
    if (random.chance(0.2)) put(someDay(), { weight: random.integer(0, 3) });
    if (random.chance(0.25)) changes.push({ ...of, at: someDay(), kind: "agent leaves", email });
    if (random.chance(0.15)) changes.push({ ...of, at: someDay(), kind: "agent is back", email });
  }
  for (let n = random.integer(0, 3); n > 0; n--) {
    changes.push({
      ...of,
      at: someDay(),
      kind: "agent joins",
      email: `newcomer-${n}@${brokerage.name}.test`,
    });
  }
  if (random.chance(0.4)) {
    changes.push({ ...of, at: someDay(), kind: "broker joins", email: `partner@${brokerage.name}.test` });
  }
  const [broker] = brokerage.brokers;
  if (broker && random.chance(0.3)) {
    changes.push({ ...of, at: someDay(), kind: "broker leaves", email: broker.email });
  }
  if (closes) changes.push(...planClosing(days, brokerage.name));
  return changes;
}

/** Some weeks; what waits then, waits. */
function planClosing(days: number, brokerage: string): Change[] {
  const from = NEW_YEAR + Math.floor(days / 3) * DAY + 20 * 3600 * SECOND + 11 * SECOND;
  const until = from + Math.ceil(days / 8) * DAY;
  return [
    { brokerage, at: from, kind: "closes" },
    { brokerage, at: until, kind: "opens" },
  ];
}

function planSettings(random: SeededRandom): Record<string, unknown> {
  const times = Object.entries(planTimes(random)).filter(() => random.chance(0.5));
  return {
    ...Object.fromEntries(times),
    ...(random.chance(0.3) && { breach_alert: random.chance(0.5) }),
    ...(random.chance(0.4) && { reassign: random.chance(0.6) }),
    ...(random.chance(0.3) && { sms: random.chance(0.5) }),
    ...(random.chance(0.3) && { contacting_timeout_days: random.pick([7, 14, 21]) }),
    ...(random.chance(0.3) && { qualified_timeout_days: random.pick([30, 60, 120]) }),
    ...(random.chance(0.3) && { follow_up_after_contact_days: random.pick([0, 1, 3]) }),
    ...(random.chance(0.2) && { routing_strategy: random.pick(["least_recently_assigned", "weighted"]) }),
  };
}
