import type { ActorContext } from "../../platform/context.ts";
import { type RecordVersion, versionFields } from "../../platform/http/record-version.ts";
import { presentSequence } from "./sequence-view.ts";
import { lockSequence, visibleSequence } from "./visible-sequence.ts";

/** With the steps, and without the numbers of enrollments. */
export const sequenceVersion = {
  record: "sequence",
  read: async (ctx, { sequence_id }) =>
    versionFields(await presentSequence(ctx.db, await visibleSequence(ctx, sequence_id)), [
      "active_enrollments",
      "total_enrollments",
    ]),
  lock: (ctx, { sequence_id }) => lockSequence(ctx, sequence_id),
} satisfies RecordVersion<ActorContext, { sequence_id: number }>;
