import { Worker } from "node:worker_threads";
import type { Kysely } from "kysely";
import { systemClock } from "../../platform/clock.ts";
import { packError, unpackError } from "../../platform/database/thread/portable-error.ts";
import { ThreadTransactions } from "../../platform/database/thread/thread-transactions.ts";
import type { DB } from "../../platform/database/types.generated.ts";
import { FeedChanged, FeedStopped } from "../client/feed-error.ts";
import type { KeeperContext } from "../keeper-context.ts";
import type { FromRun, RunCalls, RunData, ToRun } from "./thread-protocol.ts";

const THREAD = new URL("./run-thread.ts", import.meta.url);
/** Replies of 128 MB fit; more than that ends the thread, not the process. */
const MAX_HEAP_MB = 2048;

type Input = Pick<RunData, "feed" | "run" | "lease">;

/**
 * As `executeRun`, in a thread: what is left to this process is running statements. Ends with its thread; its open transactions are
 * rolled back.
 */
export async function runInThread(ctx: KeeperContext, input: Input): Promise<void> {
  const data: RunData = {
    ...input,
    embedded: ctx.embedded,
    clockOffset: ctx.clock.now().getTime() - systemClock.now().getTime(),
    outboundAllow: ctx.config.outboundAllow,
    logLevel: ctx.config.logLevel,
  };
  const worker = new Worker(THREAD, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const post = (message: ToRun) => worker.postMessage(message);
  const transactions = new ThreadTransactions(ctx.db as Kysely<DB>);
  const failures: unknown[] = [];
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => {});

  const handlers: {
    [M in keyof RunCalls]: (...args: Parameters<RunCalls[M]>) => Promise<ReturnType<RunCalls[M]>>;
  } = {
    begin: () => transactions.begin(),
    query: (...args) => transactions.query(...args),
    commit: (id) => transactions.commit(id),
    rollback: (id) => transactions.rollback(id),
    catchUp: () => ctx.listings.index.catchUp(),
  };
  const answer = async ({ id, method, args }: Extract<FromRun, { type: "call" }>) => {
    try {
      post({
        type: "result",
        id,
        result: await (handlers[method] as (...args: unknown[]) => Promise<unknown>)(...args),
      });
    } catch (error) {
      post({ type: "error", id, error: packError(error, failures.push(error) - 1) });
    }
  };
  worker.on("message", (message: FromRun) => {
    if (message.type === "call") void answer(message);
    else if (message.type === "cards") ctx.listings.cards.remember(message.rows);
    else if (message.type === "done") ended.resolve();
    else ended.reject(errorOf(message.error, failures));
  });
  worker.once("error", (cause) => ended.reject(new Error("The thread of a feed run ended", { cause })));
  worker.once("exit", (code) => ended.reject(new Error(`The thread of a feed run ended with code ${code}`)));
  const stop = () => post({ type: "stop" });
  ctx.signal.addEventListener("abort", stop, { once: true });
  if (ctx.signal.aborted) stop();
  try {
    await ended.promise;
  } finally {
    ctx.signal.removeEventListener("abort", stop);
    await worker.terminate();
    await transactions.rollbackAll();
  }
}

function errorOf(error: Parameters<typeof unpackError>[0], failures: unknown[]): unknown {
  if (error.call !== undefined) return failures[error.call];
  if (error.name === "FeedStopped") return new FeedStopped();
  if (error.name === "FeedChanged") return new FeedChanged();
  return unpackError(error);
}
