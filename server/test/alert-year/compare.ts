import { deliverMessages } from "../../src/messages/index.ts";
import { runAlerts } from "../../src/saved-searches/index.ts";
import { dueEvents } from "./oracle.ts";
import type { Cadence, Channel, OracleEvent, Report } from "./oracle-types.ts";
import { agrees, printedReport, printedSeen, type Seen, takeMails, takePushes } from "./seen.ts";
import type { Person, World } from "./world.ts";

const QUEUES = (["email", "push"] as const).flatMap((channel) =>
  (["instant", "scheduled"] as const).map((cadence) => ({ channel, cadence })),
);
type Queue = { channel: Channel; cadence: Cadence };

/** Events without anything to tell while the mail server was away: their alert may have been dropped, or waits. */
const doubtful = new WeakSet<OracleEvent>();

/** Two processes send what is due, and all that arrives is compared with what the oracle says at that moment. */
export async function sendAndCompare(world: World): Promise<void> {
  const { mail, second, outbound, oracle, faults, byEmail, now } = world;
  oracle.beginPass(now());
  const ctxs = [mail.lintel.ctx, second.ctx].map((ctx) => ({ ...ctx, outbound }));
  await Promise.all(ctxs.map((ctx) => runAlerts(ctx)));
  await deliverMessages({ ...mail.lintel.ctx, outbound });
  const { alerts, questions } = await takeMails(world);
  const mails = Map.groupBy(faults.mails(alerts), ({ to }) => to);
  const pushes = Map.groupBy(faults.pushes(takePushes(world)), ({ to }) => to);
  compareQuestions(world, questions);
  for (const person of world.people) {
    const { email, pending } = person.oracle;
    if (pending.length === 0 && !mails.has(email) && !pushes.has(email)) continue;
    const seen = { email: mails.get(email) ?? [], push: pushes.get(email) ?? [] };
    for (const queue of QUEUES) compare(world, person, queue, seen[queue.channel]);
    for (const each of [...seen.email, ...seen.push])
      world.problem(email, `an alert too much: ${printedSeen(each)}`);
  }
  for (const to of [...mails.keys(), ...pushes.keys()])
    if (!byEmail.has(to)) world.problem(to, "an alert to somebody who is no client");
}

function isMailLate({ outageEnds, graceEnds, now }: World): boolean {
  return outageEnds > 0 || now() < graceEnds;
}

/** Takes the alert of a queue out of what has arrived. */
function compare(world: World, person: Person, queue: Queue, seen: Seen[]): void {
  const { oracle, report, now } = world;
  const own = person.oracle;
  const expected = oracle.due(own, queue, now());
  if (expected === null) return;
  const events = dueEvents(own, queue, now());
  const mayBeLate = queue.channel === "email" && isMailLate(world);
  const settle = (as: Report | null) => oracle.settle(own, queue, { now: now(), report: as });
  if (queue.channel === "push" && person.browser === null) {
    settle(null);
    return;
  }
  const doubts = new Set(events.filter((event) => doubtful.has(event)));
  const certain = doubts.size > 0 ? oracle.due(own, queue, now(), doubts) : null;
  for (const possible of [expected, certain]) {
    if (possible === null || possible.homes.size === 0) continue;
    const at = seen.findIndex((each) => agrees(each, possible));
    if (at < 0) continue;
    const [arrived] = seen.splice(at, 1) as [Seen];
    settle(possible);
    report[queue.channel === "email" ? "mails" : "pushes"]++;
    report.homes += possible.homes.size;
    if (queue.channel === "email") person.lastMail = { seen: arrived, report: possible };
    return;
  }
  if (expected.homes.size === 0) {
    if (mayBeLate) for (const event of events) doubtful.add(event);
    else settle(null);
    return;
  }
  if (mayBeLate) return;
  if ((certain ?? expected).homes.size > 0)
    world.problem(own.email, `${queue.cadence} ${queue.channel} missed: ${printedReport(expected)}`);
  settle(null);
}

function compareQuestions(world: World, questions: readonly { to: string; resumePath: string }[]): void {
  for (const { to, resumePath } of questions) {
    const person = world.byEmail.get(to);
    if (!person || person.oracle.questions === 0) {
      world.problem(to, "a question too much whether alerts are still wanted");
      continue;
    }
    person.oracle.questions--;
    person.resumePath = resumePath;
    world.report.questions++;
  }
  if (isMailLate(world)) return;
  for (const { oracle } of world.people) {
    if (oracle.questions === 0) continue;
    world.problem(oracle.email, "not asked whether alerts are still wanted");
    oracle.questions = 0;
  }
}
