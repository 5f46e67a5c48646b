import { afterAll, beforeAll, expect, it } from "vitest";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { type Action, changeSettings, drawAction } from "./actions.ts";
import { Deliveries } from "./deliveries.ts";
import { clockChanges } from "./wall-clock.ts";
import { type Cast, openWorld, timeZones, type World } from "./world.ts";

// `npm run prove optouts` draws 10,000; others with SEED.
const INTERLEAVINGS = Number(process.env.INTERLEAVINGS ?? 120);
const SEED = Number(process.env.SEED ?? 20_260_308);
/** What one of a cast does in one interleaving, between deliveries. */
const STEPS = 5;
const CASTS = Math.min(200, Math.ceil(INTERLEAVINGS / 6));
const ROUNDS = Math.ceil(INTERLEAVINGS / CASTS);

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** On either side of a clock change. */
const AROUND_MS = 14 * HOUR_MS;
/** Half hours until the longest quiet hours are over. */
const MAX_TRIES = 60;

let world: World;
let deliveries: Deliveries;
beforeAll(async () => {
  world = await openWorld(CASTS);
  deliveries = new Deliveries(world);
}, 300_000);
afterAll(() => world.close());

it(`${INTERLEAVINGS} interleavings of opt-outs, flags, sends and time zones, around the clock changes of a year: no message after an opt-out, no text inside quiet hours`, async () => {
  const random = new SeededRandom(SEED);
  const started = performance.now();
  const changes = apart(clockChanges(2026, timeZones));
  const phases = ROUNDS * STEPS;
  const step = (2 * AROUND_MS * changes.length) / phases;
  let change = -1;
  for (let phase = 0; phase < phases; phase++) {
    const next = Math.floor((phase * changes.length) / phases);
    if (next !== change) await jumpTo(changes[next] as Date);
    change = next;
    await act(random, random.chance(0.5));
    world.sms.lintel.clock.advance(Math.ceil((2 * random.next() * step) / MINUTE_MS) * MINUTE_MS);
  }
  await allSettled();

  const { mails, texts, droppedMails, droppedTexts, deferred } = deliveries.counts;
  process.stdout.write(
    `${ROUNDS * CASTS} interleavings (${phases * CASTS} steps, ${changes.length} nights in which clocks change): ` +
      `${mails} mails and ${texts} texts arrived, ${droppedMails} and ${droppedTexts} were dropped, texts were put off ` +
      `${deferred} times; ${deliveries.wrong.length} wrong; ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
  );
  expect(deliveries.wrong).toEqual([]);
  expect([...world.pending.keys()]).toEqual([]);
  expect(await storedOptOuts()).toEqual(expectedOptOuts());
  // It has been about something.
  for (const count of [mails, texts, droppedMails, droppedTexts, deferred])
    expect(count).toBeGreaterThan(INTERLEAVINGS / 100);
}, 3_600_000);

/** Those at about the same time are one. */
function apart(changes: Date[]): Date[] {
  return changes.filter((each, at) => {
    const before = changes[at - 1];
    return !before || each.getTime() - before.getTime() > AROUND_MS;
  });
}

/** To the eve of a clock change, when all that is on its way has arrived. */
async function jumpTo(change: Date): Promise<void> {
  await allSettled();
  const { clock } = world.sms.lintel;
  const eve = change.getTime() - AROUND_MS;
  if (eve > clock.now().getTime()) clock.set(new Date(eve).toISOString());
}

async function allSettled(): Promise<void> {
  world.sms.provider.behaviours.clear();
  for (let tries = 0; tries < MAX_TRIES && world.pending.size > 0; tries++) {
    await deliveries.pass();
    world.sms.lintel.clock.advance(30 * MINUTE_MS);
  }
}

/** Every lead and agent acts, some brokers too; then or meanwhile what is due is delivered. */
async function act(random: SeededRandom, atOnce: boolean): Promise<void> {
  if (random.chance(0.4)) await changeSettings(world, random.pick(world.brokerages), random);
  const actions = new Map(world.casts.map((cast) => [cast, drawAction(world, cast, random)]));
  const before = [...actions.values()].filter(({ isApart }) => isApart || !atOnce);
  const meanwhile = [...actions].filter(([, { isApart }]) => atOnce && !isApart);
  await run(before);
  misbehave(random);
  await deliveries.pass({
    // Messages of a provider that is away wait for the next step.
    channels: new Set((["email", "sms"] as const).filter(() => random.chance(0.4))),
    meanwhile: () => run(meanwhile.map(([, action]) => action)),
    lifting: new Set(meanwhile.filter(([, { lifts }]) => lifts).map(([cast]) => cast)),
  });
}

async function run(actions: Action[]): Promise<void> {
  const left = [...actions];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await next.run();
  };
  await Promise.all(Array.from({ length: 6 }, work));
}

/** Some texts leave the product in doubt, others are not taken. */
function misbehave(random: SeededRandom): void {
  const { behaviours } = world.sms.provider;
  behaviours.clear();
  for (const { agent } of world.casts) {
    if (random.chance(0.04)) behaviours.set(agent.phone, "takes and hangs up");
    else if (random.chance(0.02)) behaviours.set(agent.phone, { status: 500 });
  }
}

/** What the product has kept of it all. */
async function storedOptOuts(): Promise<unknown[]> {
  const { db } = world.sms.lintel.database;
  const flags = await db
    .selectFrom("lead_flags")
    .select(["lead_id", "flag"])
    .where("cleared_at", "is", null)
    .orderBy("flag")
    .execute();
  const agents = await db.selectFrom("agents").select(["id", "sms_opt_out"]).execute();
  return world.casts.map(({ leadId, agent }) => [
    leadId,
    flags.filter(({ lead_id }) => lead_id === leadId).map(({ flag }) => flag),
    agents.find(({ id }) => id === agent.id)?.sms_opt_out,
  ]);
}

function expectedOptOuts(): unknown[] {
  return world.casts.map(({ leadId, flags, optedOut }: Cast) => [
    leadId,
    [...flags.keys()].sort(),
    optedOut !== null,
  ]);
}
