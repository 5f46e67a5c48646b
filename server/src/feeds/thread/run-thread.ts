import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../../platform/clock.ts";
import { packError } from "../../platform/database/thread/portable-error.ts";
import { statementCalls, ThreadCalls } from "../../platform/database/thread/thread-calls.ts";
import { createThreadDatabase } from "../../platform/database/thread/thread-database.ts";
import { createLog } from "../../platform/log.ts";
import { Outbound } from "../../platform/outbound/outbound.ts";
import { FeedClient } from "../client/feed-client.ts";
import { SharedBudget } from "../client/shared-budget.ts";
import { executeRun } from "../sync/execute-run.ts";
import type { SyncContext } from "../sync/run.ts";
import type { FromRun, RunCalls, RunData, ToRun } from "./thread-protocol.ts";

/*
 * The thread of a run: it sends the requests, reads the replies and encodes the rows, so that the process answers requests meanwhile.
 * The process runs the statements (run-in-thread.ts).
 */
const { feed, run, lease, embedded, clockOffset, outboundAllow, logLevel } = workerData as RunData;

const stopped = new AbortController();
const post = (message: FromRun) => parentPort?.postMessage(message);
const calls = new ThreadCalls<RunCalls>(post);

parentPort?.on("message", (message: ToRun) => {
  if (message.type === "result" || message.type === "error") calls.settle(message);
  else stopped.abort(new Error("The run is stopped"));
});

const { signal } = stopped;
const outbound = new Outbound({ allow: outboundAllow });
const ctx: SyncContext = {
  db: createThreadDatabase(statementCalls(calls)),
  embedded,
  clock: { now: () => new Date(systemClock.now().getTime() + clockOffset) },
  signal,
  disk: { requireSpace: () => calls.call("requireSpace") },
  log: createLog(logLevel),
  listings: {
    // Feeds are kept in processes that answer searches alone.
    index: { catchUp: () => calls.call("catchUp"), isStarted: true },
    cards: { remember: (rows) => post({ type: "cards", rows }) },
  },
};

try {
  const budget = new SharedBudget(ctx.db, feed.id, run.id, { defersReplies: true });
  const client = new FeedClient({ outbound, clock: ctx.clock, connection: feed, budget, signal });
  await executeRun({ ctx, feed, run, lease, client, budget });
  post({ type: "done" });
} catch (error) {
  post({ type: "failed", error: packError(error) });
} finally {
  await outbound.close();
}
