import type { Schema } from "../../app/api.ts";
import { client } from "../../app/api.ts";
import { ifMatch, type Versioned, versioned } from "../../app/versioned.ts";
import { ofSequence } from "./read-drips-again.ts";

type Sequence = Schema<"DripSequence">;

/** `key` tells steps apart while they are moved; it is not saved. */
export type StepDraft = Pick<
  Sequence["steps"][number],
  "delay_days" | "subject_template" | "body_template"
> & {
  key: string;
};

export type SequenceDraft = Pick<
  Sequence,
  "name" | "trigger_state" | "pipeline_type" | "active" | "stop_on_state_change"
> & { description: string; steps: StepDraft[] };

export function draftOf(sequence: Sequence): SequenceDraft {
  const { name, description, trigger_state, pipeline_type, active, stop_on_state_change, steps } = sequence;
  return {
    ...{ name, trigger_state, pipeline_type, active, stop_on_state_change },
    description: description ?? "",
    steps: steps.map(({ position, delay_days, subject_template, body_template }) => ({
      key: `saved ${position}`,
      ...{ delay_days, subject_template, body_template },
    })),
  };
}

export function stepBody({ delay_days, subject_template, body_template }: StepDraft) {
  return { delay_days, subject_template, body_template };
}

export function sequenceBody({ steps, ...fields }: SequenceDraft) {
  return { ...fields, steps: steps.map(stepBody) };
}

/** @throws ApiError 412 when the sequence has changed since the version with that tag. */
export async function saveSequence(
  id: number,
  body: Partial<ReturnType<typeof sequenceBody>>,
  etag: string | null,
): Promise<Versioned<Sequence>> {
  const reply = await client.PUT("/api/v1/admin/drips/{sequence_id}", {
    ...ofSequence(id),
    headers: ifMatch(etag),
    body,
  });
  return versioned(reply);
}

let made = 0;

export function newStep(isFirst: boolean): StepDraft {
  made++;
  return { key: `new ${made}`, delay_days: isFirst ? 0 : 3, subject_template: "", body_template: "" };
}

/** The list with a step at another place. */
export function moved(steps: readonly StepDraft[], from: number, to: number): StepDraft[] {
  const rest = steps.toSpliced(from, 1);
  return rest.toSpliced(to, 0, steps[from] as StepDraft);
}
