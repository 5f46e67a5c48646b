import { agentSource } from "./agents/index.ts";
import { brokerageSource, brokerContactSource } from "./brokerages/index.ts";
import type { UsesModels } from "./models/index.ts";
import type { Context } from "./platform/context.ts";
import { type RecordSource, rebuildRecordVectors } from "./record-search/index.ts";

/** The record kinds that have record search. */
const sources: RecordSource[] = [brokerageSource, brokerContactSource, agentSource];

/**
 * Embeds the records that have no vector of the current model, or that were edited since their last embedding.
 *
 * @returns how many were embedded.
 * @throws ModelError when the configured model does not answer; all records have vectors of the builtin one by then.
 */
export async function embedRecords(ctx: Context<UsesModels>): Promise<number> {
  const records = await rebuildRecordVectors(ctx, sources);
  if (records > 0) ctx.log.info({ records }, "records embedded");
  return records;
}
