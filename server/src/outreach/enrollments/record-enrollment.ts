import { recordChange } from "../../audit/index.ts";
import type { EnrollmentRow, SequenceRow } from "../../drips/index.ts";
import type { Context } from "../../platform/context.ts";

type Change = {
  sequence: Pick<SequenceRow, "brokerage_id" | "name">;
  before: EnrollmentRow | null;
  after: EnrollmentRow;
};

/** An enrollment is audited as a change of the lead, as its flags are: `{drip: {sequence, …}}`. */
export async function recordEnrollment(ctx: Context, { sequence, before, after }: Change): Promise<void> {
  const view = (row: EnrollmentRow) => ({ sequence: sequence.name, ...row });
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: after.lead_id,
    brokerageId: sequence.brokerage_id,
    before: { drip: before && view(before) },
    after: { drip: view(after) },
  });
}
