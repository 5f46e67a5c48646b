import { agentSource } from "../agents/index.ts";
import { brokerageSource, brokerContactSource } from "../brokerages/index.ts";
import type { Services } from "../context.ts";
import { type RecordSource, rebuildRecordVectors } from "../search/index.ts";
import { ownContext } from "../services.ts";

/** Every kind of record that can be found by words. */
const sources: RecordSource[] = [brokerageSource, brokerContactSource, agentSource];

/**
 * Finds the records that a search would miss, because they are older than it or than its model, and makes them
 * findable. It runs beside the requests: a new model may have thousands to read. It never fails: search then lacks some
 * records until the next start, and the log says so.
 */
export async function makeSearchable(services: Services): Promise<void> {
  const { log } = services;
  try {
    const records = await rebuildRecordVectors(ownContext(services, "start"), sources);
    if (records > 0) log.info({ records }, "records made findable");
  } catch (error) {
    log.error({ err: error }, "records cannot be made findable; the next start tries again");
  }
}
