import { act } from "./actions.ts";
import { sendAndCompare } from "./compare.ts";
import { Market, meanGap, randomGap } from "./market.ts";
import { DAY, MINUTE } from "./oracle-types.ts";
import { addPeople } from "./people.ts";
import { ProgressLine } from "./progress-line.ts";
import { SOURCES, showSources, type World, type YearPlan } from "./world.ts";

/** Longer than the mail server's last retry after an outage. */
const GRACE = 20 * MINUTE;
const MOST_STEPS = 2500;
/** Something is done by each client so often, on average. */
const DAYS_BETWEEN_ACTS = 45;

/**
 * A simulated time in which listings of several sources change, clients of two brokerages change their minds, opt out, are erased or stop
 * reacting, a source is withdrawn and the mail server is away: two processes match and send, and each mail and each push is compared with
 * what the oracle says at that moment.
 */
export async function liveYear(world: World, plan: YearPlan): Promise<void> {
  const { mail, random, report, faults, now } = world;
  const progress = new ProgressLine(world);
  await addPeople(world, plan, () => progress.show(0));
  await world.north.match();

  const market = new Market(world);
  const steps = Math.min(MOST_STEPS, Math.max(1, Math.round(plan.changes / 2)));
  const time = plan.days * DAY;
  const mean = meanGap(time, steps);
  const acts = (plan.people * plan.days) / DAYS_BETWEEN_ACTS / steps;
  const begin = now();
  let withdrawnUntil = 0;
  while (now() < begin + time) {
    report.steps++;
    mail.lintel.clock.advance(randomGap(random, mean, now()));
    await changeOutage(world);
    withdrawnUntil = await changeSources(world, withdrawnUntil);
    const past = (now() - begin) / time;
    // As many as the plan has for the time that has passed.
    const wanted = Math.round(2 * random.next() * Math.max(0, past * plan.changes - report.changes));
    await market.change(Math.min(wanted, plan.changes - report.changes));
    for (let left = acts * 2 * random.next(); left > random.next(); left--) await act(world, market);
    faults.plantDeed(world);
    await sendAndCompare(world);
    progress.show((now() - begin) / DAY);
  }
  report.paused = world.people.filter(({ oracle }) => oracle.searches.some((each) => each.isPaused)).length;
}

async function changeOutage(world: World): Promise<void> {
  const { random, report, now } = world;
  const { server } = world.mail;
  if (world.outageEnds > 0 && now() >= world.outageEnds) {
    await server.up();
    world.outageEnds = 0;
    world.graceEnds = now() + GRACE;
  } else if (world.outageEnds === 0 && random.chance(0.02)) {
    await server.down();
    world.outageEnds = now() + random.integer(10, 300) * MINUTE;
    report.outages++;
  }
}

/** Now and then North may not show its second source for some days. @returns until when. */
async function changeSources(world: World, until: number): Promise<number> {
  const { north, random, report, now } = world;
  if (until > 0) {
    if (now() < until) return until;
    await showSources(world.mail.lintel, north, SOURCES.north);
    return 0;
  }
  if (!random.chance(0.01)) return 0;
  await showSources(world.mail.lintel, north, SOURCES.north.slice(0, 1));
  report.withdrawals++;
  return now() + random.integer(1, 10) * DAY;
}
