import { agentSource } from "./agents/index.ts";
import { brokerageSource, brokerContactSource } from "./brokerages/index.ts";
import type { UsesModels } from "./models/index.ts";
import type { Context } from "./platform/context.ts";
import { type RecordSource, rebuildRecordVectors } from "./record-search/index.ts";

/** Every kind of record that can be found by words. */
const sources: RecordSource[] = [brokerageSource, brokerContactSource, agentSource];

/**
 * Finds the records that a search would miss, because they are older than it or than its model, or that the configured model
 * has not read since they were edited, and makes them findable.
 *
 * @returns how many there were.
 * @throws ModelError when the configured model does not answer; the builtin one has read all of them then.
 */
export async function readRecords(ctx: Context<UsesModels>): Promise<number> {
  const records = await rebuildRecordVectors(ctx, sources);
  if (records > 0) ctx.log.info({ records }, "records made findable");
  return records;
}
