import type { Draft } from "./draft.ts";

/** A step of a drip sequence, with its placeholders filled in. */
export type DripStepData = { subject: string; body: string };

/** To a lead that is on a drip sequence: what the brokerage has written (SPEC: Drip sequence). */
export function dripStep({ subject, body }: DripStepData): Draft {
  return { subject, body: [{ prose: body }] };
}
