import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { expectRoutedOnce } from "./routed-leads.ts";
import { type Observed, scenarios } from "./routing-scenarios.ts";
import { Servers } from "./routing-servers.ts";

/**
 * Concurrent registrations at real API processes, two of them on PostgreSQL: exact shares by turn and by weight, no lead for
 * unavailable agents, no lead lost when agents leave in mid-run, one lead per person. Replies are compared with
 * stored rows.
 */
export async function proveRouting(
  count: number,
  databaseUrl = process.env.DATABASE_URL ?? "",
): Promise<string> {
  const servers = await Servers.start(databaseUrl, count);
  try {
    const seen: Observed[] = [];
    const started = performance.now();
    for (const scenario of scenarios) seen.push(await scenario(servers, count));
    const seconds = (performance.now() - started) / 1000;
    await servers.stop();
    const lines = await checkAll(servers, databaseUrl, seen);
    const place = databaseUrl ? "PostgreSQL with 2 API processes" : "the embedded database";
    return [`On ${place}, ${seconds.toFixed(1)} s:`, ...lines].join("\n  ");
  } finally {
    await servers.discard();
  }
}

async function checkAll({ dataDir }: Servers, databaseUrl: string, seen: Observed[]): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: databaseUrl || null, dataDir }, createLog("silent"));
  try {
    const lines: string[] = [];
    for (const { brokerage, registered, check } of seen) {
      lines.push(check(await expectRoutedOnce(database, brokerage.brokerageId, registered)));
    }
    return lines;
  } finally {
    await database.close();
  }
}
