import type { Draft } from "./draft.ts";

/** A step of a drip sequence, with its placeholders filled in. */
export type DripStepData = { subject: string; body: string };

/** To an enrolled lead: the brokerage's own text (SPEC: Drip sequence). */
export function dripStep({ subject, body }: DripStepData): Draft {
  return { subject, body: [{ prose: body }] };
}
