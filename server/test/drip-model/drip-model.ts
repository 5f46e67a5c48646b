import fc from "fast-check";
import { expect } from "vitest";
import { Digits } from "../lifecycle-model/drawn-report.ts";
import { expectAll, expectLeadDrips } from "./expectations.ts";
import { History } from "./history.ts";
import * as leads from "./lead-commands.ts";
import { leastFailure } from "./least-failure.ts";
import { applyFaults, type MailFaults, noFaults } from "./mail-faults.ts";
import * as hand from "./manual-commands.ts";
import { dryRun, pass, passesAtOnce } from "./passes.ts";
import * as sequences from "./sequence-commands.ts";
import { DAY_MS } from "./spec-drips.ts";
import { count, type ModelledBrokerage, openModelledBrokerage, openWorld, type World } from "./world.ts";

/** On average half of them. */
export const MAX_STEPS = 80;
/** A database grows with every sequence, and some steps compare the whole of it. */
const SEQUENCES_OF_A_WORLD = 40;

type Scenario = { brokerage: ModelledBrokerage; history: History; faults: MailFaults };
type Command = (scenario: Scenario, digits: Digits) => Promise<string>;

const by =
  (command: (brokerage: ModelledBrokerage, digits: Digits) => Promise<string>): Command =>
  ({ brokerage }, digits) =>
    command(brokerage, digits);

const changeFaults: Command = async ({ brokerage, faults }, digits) => {
  const person = leads.anyPerson(brokerage, digits);
  const kinds: Record<string, () => Partial<MailFaults>> = {
    "takes mail again": noFaults,
    "refuses a recipient": () => ({ refuses: new Set([...faults.refuses, ...(person ? [person.id] : [])]) }),
    "takes mail again, of everybody": noFaults,
    "is down": () => ({ isDown: true }),
    "refuses everything": () => ({ refusesAll: true }),
    "breaks connections": () => ({ drops: 1 + digits.below(2) }),
    "takes that recipient's again": () => ({
      refuses: new Set([...faults.refuses].filter((id) => id !== person?.id)),
    }),
  };
  const kind = digits.of(Object.keys(kinds));
  Object.assign(faults, (kinds[kind] as () => Partial<MailFaults>)());
  return `the mail server ${kind}${kind.includes("recipient") ? ` (lead ${person?.id})` : ""}`;
};

const passes: Command = async ({ brokerage, history, faults }) => {
  const summary = await pass(brokerage, history, faults);
  faults.drops = 0;
  return summary;
};

const twoPasses: Command = async ({ brokerage, history, faults }, digits) => {
  if (faults.drops > 0) return passes({ brokerage, history, faults }, digits);
  return passesAtOnce(brokerage, history, faults);
};

/** What may happen, as often as it is named. */
const commands: readonly (readonly [times: number, what: string, command: Command])[] = [
  [14, "pass", passes],
  [3, "two passes at once", twoPasses],
  [2, "dry run", ({ brokerage, faults }) => dryRun(brokerage, faults)],
  [2, "preview", by(hand.preview)],
  [5, "arrival", by(leads.arrives)],
  [10, "move", by(leads.moves)],
  [2, "flag", by(leads.setFlag)],
  [3, "flag cleared", by(leads.clearFlag)],
  [2, "unsubscribe link", by(leads.unsubscribes)],
  [8, "enrolled by hand", by(hand.enrolls)],
  [2, "stopped by hand", by(hand.stops)],
  [2, "agents", by(leads.reassigns)],
  [3, "address", by(leads.losesAddress)],
  [1, "lead deleted", by(leads.isDeleted)],
  [5, "mail server", changeFaults],
  [5, "steps edited", by(sequences.editSteps)],
  [3, "turned off or on", by(sequences.turnOffOrOn)],
  [4, "rules changed", by(sequences.changeRules)],
  [2, "sequence created", by(sequences.createSequence)],
  [1, "sequence deleted", by(sequences.deleteSequence)],
  [1, "pipelines enforced", by(sequences.enforcePipelines)],
];
const hat = commands.flatMap(([times, what, command]) =>
  Array.from({ length: times }, () => ({ what, command })),
);
export const kinds = commands.map(([, what]) => what);

const MINUTE_MS = 60_000;
/** Before each step. */
const waits = [
  ...[1, 1, 1, 1, 0].map((minutes) => minutes * MINUTE_MS),
  ...[1, 1, 3, 10, 21].map((days) => days * DAY_MS),
];

/**
 * Brokerages in which all that concerns drips happens at random, each held after every step against what the spec says of it.
 *
 * @returns how often what has happened.
 * @throws what went wrong in the first sequence that fails, with its steps: as few as make it go wrong.
 */
export async function runSequences({ count: runs, seed }: { count: number; seed: number }) {
  const seen = new Map<string, number>();
  const worlds = worldsFor(seen);
  const numbers = fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: MAX_STEPS, size: "max" });
  const behaves = fc.asyncProperty(numbers, async (drawn) => runSequence(await worlds.next(), drawn));
  try {
    const found = await fc.check(behaves, { numRuns: runs, seed, unbiased: true, endOnFailure: true });
    if (!found.failed) return seen;
    const [drawn] = found.counterexample as [number[]];
    const fewer = await leastFailure(drawn, async (some) => runSequence(await worlds.next(), some));
    const { message, cause } = fewer ?? (found.errorInstance as Error);
    throw new Error(`Sequence ${found.numRuns} of seed ${seed} fails. ${message}`, { cause });
  } finally {
    await worlds.close();
  }
}

/** One after the other: none is asked for more sequences than keep its database small. */
function worldsFor(seen: Map<string, number>) {
  let world: World | null = null;
  let begun = 0;
  const close = () => world?.mail.close();
  return {
    async next(): Promise<World> {
      if (world !== null && begun++ % SEQUENCES_OF_A_WORLD > 0) return world;
      await close();
      begun = 1;
      world = await openWorld(seen);
      return world;
    },
    close,
  };
}

async function runSequence(world: World, numbers: number[]): Promise<void> {
  const brokerage = await openModelledBrokerage(world);
  const scenario = { brokerage, history: new History(), faults: noFaults() };
  try {
    await begin(scenario, new Digits(numbers[0] ?? 0));
    for (const number of numbers) await step(scenario, new Digits(number));
    await end(scenario);
  } catch (error) {
    // A pass takes all that is due: what is left here would be the next run's.
    await world.mail.lintel.database.db.deleteFrom("drip_sequences").execute();
    const steps = brokerage.log.map((line, at) => `  ${at + 1}. ${line}`).join("\n");
    throw new Error(`After\n${steps}\n${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    await applyFaults(brokerage, noFaults());
    world.mail.server.arrived.length = 0;
  }
}

async function begin({ brokerage, history }: Scenario, digits: Digits): Promise<void> {
  for (const command of [
    sequences.createSequence,
    sequences.createSequence,
    leads.arrives,
    leads.arrives,
    leads.arrives,
  ]) {
    brokerage.log.push(await command(brokerage, digits));
  }
  await expectAll(brokerage, history);
}

async function step(scenario: Scenario, digits: Digits): Promise<void> {
  const { brokerage, history } = scenario;
  const { lintel, server } = brokerage.world.mail;
  const { what, command } = digits.of(hat);
  const wait = digits.of(waits);
  lintel.clock.advance(wait);
  await applyFaults(brokerage, scenario.faults);
  brokerage.log.push(`${lintel.clock.now().toISOString()}: ${what} …`);
  brokerage.log.push(
    await command(scenario, digits).then((summary) => `${brokerage.log.pop()?.split(": ")[0]}: ${summary}`),
  );
  count(brokerage.world, what);
  expect(server.arrived.length, "mails outside of a pass").toBe(0);
  await expectAll(brokerage, history);
  const person = leads.anyPerson(brokerage, digits);
  if (person && digits.below(4) === 0) await expectLeadDrips(brokerage, person);
}

/** With the sequences everything goes that was on them. */
async function end({ brokerage, history }: Scenario): Promise<void> {
  for (const each of brokerage.drips.enrollments()) {
    count(brokerage.world, `at the end ${each.stopped?.reason ?? each.status}`);
  }
  while (brokerage.drips.sequences.size > 0) {
    brokerage.log.push(await sequences.deleteSequence(brokerage, new Digits(0)));
  }
  expect(await expectAll(brokerage, history)).toEqual([]);
}
