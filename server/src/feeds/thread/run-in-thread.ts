import { Worker } from "node:worker_threads";
import { LeaseLost } from "../../leases/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { type PortableError, unpackError } from "../../platform/database/thread/portable-error.ts";
import { ThreadAnswers } from "../../platform/database/thread/thread-calls.ts";
import { ThreadTransactions } from "../../platform/database/thread/thread-transactions.ts";
import { FeedChanged, FeedStopped } from "../client/feed-error.ts";
import type { FromRun, RunCalls, RunData, ToRun } from "./thread-protocol.ts";

const THREAD = new URL("./run-thread.ts", import.meta.url);
/**
 * Replies of 128 MB fit; more than that ends the thread, not the process. From 2048 on V8 lets a heap grow to four times what is alive
 * before it collects garbage, below that to twice as much: a thread that reads a million keys takes a quarter less memory.
 */
const MAX_HEAP_MB = 2000;
/** Garbage of pages that is collected at once: a reconcile takes a third less memory than with the default, and no more time. */
const YOUNG_MB = 24;

type Input = Pick<RunData, "feed" | "run" | "lease">;

/**
 * As `executeRun`, in a thread: what is left to this process is running statements. Ends with its thread; its open transactions are
 * rolled back.
 */
export async function runInThread(ctx: Context<UsesListings>, input: Input): Promise<void> {
  const data: RunData = {
    ...input,
    embedded: ctx.embedded,
    clockOffset: ctx.clock.now().getTime() - systemClock.now().getTime(),
    outboundAllow: ctx.config.outboundAllow,
    logLevel: ctx.config.logLevel,
  };
  const worker = new Worker(THREAD, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const post = (message: ToRun) => worker.postMessage(message);
  const transactions = new ThreadTransactions(ctx);
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => {});

  const answers = new ThreadAnswers<RunCalls>(
    {
      begin: () => transactions.begin(),
      query: (...args) => transactions.query(...args),
      commit: (id) => transactions.commit(id),
      rollback: (id) => transactions.rollback(id),
      catchUp: () => ctx.listings.index.catchUp(),
      requireSpace: () => ctx.disk.requireSpace(),
    },
    post,
  );
  worker.on("message", (message: FromRun) => {
    if (message.type === "call") void answers.answer(message);
    else if (message.type === "cards") ctx.listings.cards.remember(message.rows);
    else if (message.type === "done") ended.resolve();
    else ended.reject(answers.failureOf(message.error) ?? errorOf(message.error, input.lease.name));
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

/** The error of a thread: of its own class where callers distinguish it. */
function errorOf(error: PortableError, lease: string): Error {
  if (error.name === "FeedStopped") return new FeedStopped();
  if (error.name === "FeedChanged") return new FeedChanged();
  if (error.name === "LeaseLost") return new LeaseLost(lease);
  return unpackError(error);
}
