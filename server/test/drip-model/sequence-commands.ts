import { expect } from "vitest";
import { DRIPS } from "../harness/sequences-fixture.ts";
import type { Digits } from "../lifecycle-model/drawn-report.ts";
import { templatesOf } from "./reading.ts";
import type { Person, Sequence, Step } from "./spec-drips.ts";
import { type ModelledBrokerage, must, nowOf, oneOf } from "./world.ts";

const MAX_SEQUENCES = 4;
const triggers = ["NEW", "QUALIFIED", "CONTACTING", "ARCHIVED", "QUALIFIED", "NEW"] as const;
const pipelines = [null, null, "buyer", "seller"] as const;
const delays = [0, 1, 0, 3, 0, 0, 10];

export function newStep(brokerage: ModelledBrokerage, digits: Digits): Step {
  return { name: `Letter ${++brokerage.made}`, delayDays: digits.of(delays) };
}

const some = (brokerage: ModelledBrokerage, digits: Digits, count: number): Step[] =>
  Array.from({ length: count }, () => newStep(brokerage, digits));

export const anySequence = ({ drips }: ModelledBrokerage, digits: Digits): Sequence | undefined =>
  oneOf(digits, [...drips.sequences.values()]);

export async function createSequence(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  if (brokerage.drips.sequences.size >= MAX_SEQUENCES) return deleteSequence(brokerage, digits);
  const fields = {
    name: `Sequence ${++brokerage.made}`,
    trigger: digits.of(triggers),
    pipeline: digits.of(pipelines),
    active: digits.below(8) !== 7,
    stops: digits.below(2) === 0,
    steps: some(brokerage, digits, digits.of([3, 2, 4, 3, 1, 2, 0])),
  };
  const { id } = await must(brokerage, "POST", DRIPS, bodyOf(fields));
  brokerage.drips.sequences.set(id, { id, ...fields });
  return `sequence ${id} is created: ${JSON.stringify(bodyOf(fields, (step) => `${step.name}, ${step.delayDays} days`))}`;
}

type Fields = Partial<Omit<Sequence, "id">>;

function bodyOf(
  { name, trigger, pipeline, active, stops, steps }: Fields,
  present: (step: Step) => unknown = templatesOf,
) {
  return {
    name,
    trigger_state: trigger,
    pipeline_type: pipeline,
    active,
    stop_on_state_change: stops,
    ...(steps && { steps: steps.map(present) }),
  };
}

async function edit(
  brokerage: ModelledBrokerage,
  sequence: Sequence,
  fields: Fields,
  how: string,
): Promise<string> {
  await must(brokerage, "PUT", `${DRIPS}/${sequence.id}`, bodyOf(fields));
  brokerage.drips.edit(sequence, fields, nowOf(brokerage));
  return `sequence ${sequence.id} is edited, ${how}: ${JSON.stringify(bodyOf(fields, ({ name, delayDays }) => `${name}, ${delayDays} days`))}`;
}

export async function editSteps(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const sequence = anySequence(brokerage, digits);
  if (!sequence) return createSequence(brokerage, digits);
  const { steps } = sequence;
  const at = digits.below(Math.max(1, steps.length));
  const kinds: Record<string, () => Step[]> = {
    "a step changed": () => steps.toSpliced(at, 1, newStep(brokerage, digits)),
    "a step removed": () => steps.toSpliced(at, 1),
    "a step added": () => steps.toSpliced(at, 0, ...some(brokerage, digits, 1)).slice(0, 6),
    "a step added at the end": () => [...steps, newStep(brokerage, digits)].slice(-6),
    "turned round": () => steps.toReversed(),
    "one moved to the end": () => [...steps.slice(1), ...steps.slice(0, 1)],
    "all new": () => some(brokerage, digits, digits.of([2, 3, 1])),
    "none left": () => (digits.below(2) === 0 ? [] : steps.slice(0, 1)),
  };
  const kind = digits.of(Object.keys(kinds));
  const changed = (kinds[kind] as () => Step[])();
  const isOff = digits.below(12) === 11;
  return edit(brokerage, sequence, { steps: changed, ...(isOff && { active: false }) }, kind);
}

export async function turnOffOrOn(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const sequences = [...brokerage.drips.sequences.values()];
  const off = sequences.filter(({ active }) => !active);
  const sequence = oneOf(digits, digits.below(3) > 0 && off.length > 0 ? off : sequences);
  if (!sequence) return createSequence(brokerage, digits);
  const active = digits.below(8) === 7 ? sequence.active : !sequence.active;
  return edit(brokerage, sequence, { active }, active ? "on" : "off");
}

/** Sequences that leads are on who have left the stage that they were enrolled in. */
function withStrays({ drips }: ModelledBrokerage): Sequence[] {
  const strays = drips
    .enrollments()
    .filter(({ status, enrolledState, leadId }) => {
      const { machine } = drips.people.get(leadId) as Person;
      return status === "active" && enrolledState !== machine.stage;
    })
    .map(({ sequenceId }) => sequenceId);
  return [...drips.sequences.values()].filter(({ id, stops }) => !stops && strays.includes(id));
}

export async function changeRules(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const lenient = oneOf(digits, withStrays(brokerage));
  if (lenient && digits.below(3) < 2) return edit(brokerage, lenient, { stops: true }, "its rules");
  const sequence = anySequence(brokerage, digits);
  if (!sequence) return createSequence(brokerage, digits);
  const fields = digits.of<() => Fields>([
    () => ({ stops: !sequence.stops }),
    () => ({ trigger: digits.of(triggers) }),
    () => ({ pipeline: digits.of(pipelines) }),
    () => ({ stops: digits.below(2) === 0, trigger: digits.of(triggers) }),
  ])();
  return edit(brokerage, sequence, fields, "its rules");
}

export async function deleteSequence(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const sequence = anySequence(brokerage, digits);
  if (!sequence) return createSequence(brokerage, digits);
  await must(brokerage, "DELETE", `${DRIPS}/${sequence.id}`);
  brokerage.drips.deleteSequence(sequence);
  return `sequence ${sequence.id} is deleted`;
}

export async function enforcePipelines(brokerage: ModelledBrokerage, digits: Digits): Promise<string> {
  const enforce_pipeline_type = digits.below(2) === 0;
  const path = `/api/admin/brokerages/${brokerage.id}/lead-settings`;
  const settings = await must(brokerage, "PUT", path, { enforce_pipeline_type });
  expect(settings.enforce_pipeline_type).toBe(enforce_pipeline_type);
  brokerage.drips.enforcesPipelines = enforce_pipeline_type;
  return `pipelines are ${enforce_pipeline_type ? "" : "not "}enforced`;
}
