import { type Static, Type } from "typebox";

const Counts = (description: string) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description });

export const SweepReport = Type.Object({
  counts: Counts("How often each action was taken"),
  drips: Type.Object({
    counts: Counts("What became of the drip steps that were due"),
    notes: Type.Array(Type.String()),
  }),
  took_ms: Type.Integer({ minimum: 0, description: "Milliseconds" }),
});
export type SweepReport = Static<typeof SweepReport>;
