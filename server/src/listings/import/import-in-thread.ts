import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";
import { systemClock } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { unpackError } from "../../platform/database/thread/portable-error.ts";
import { ThreadAnswers } from "../../platform/database/thread/thread-calls.ts";
import { ThreadTransactions } from "../../platform/database/thread/thread-transactions.ts";
import { AppError } from "../../platform/errors.ts";
import type { ColumnMap } from "./column-map.ts";
import type { ImportContext } from "./import-records.ts";
import type { SourceOptions, SourceOutcome } from "./import-source.ts";
import type { Calls, FromThread, ThreadData, ToThread } from "./thread-protocol.ts";

const THREAD = new URL("./import-thread.ts", import.meta.url);
/** Bytes sent ahead of what the thread has read. More would only wait in memory for the database. */
const MAX_BYTES_AHEAD = 1_048_576;
/** A hostile file ends its thread, not the process. */
const MAX_HEAP_MB = 1024;

type Input = { bytes: AsyncIterable<Uint8Array>; map: ColumnMap | null };

/**
 * As `importSource`, in a thread: what is left to this process is sending bytes and running statements. Ends with its thread, whether that
 * succeeds, fails or dies. Its open transactions are rolled back.
 */
export async function importInThread(
  ctx: ImportContext & Pick<Context, "background">,
  { bytes, map }: Input,
  options: SourceOptions,
): Promise<SourceOutcome> {
  const data: ThreadData = {
    source: options.source,
    map,
    replace: options.replace ? withoutCallback(options.replace) : null,
    embedded: ctx.embedded,
    clockOffset: ctx.clock.now().getTime() - systemClock.now().getTime(),
  };
  const worker = new Worker(THREAD, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const post = (message: ToThread, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  const transactions = new ThreadTransactions(ctx);
  const sendWindow = new SendWindow(MAX_BYTES_AHEAD);
  const ended = Promise.withResolvers<SourceOutcome>();
  ended.promise.catch(() => {});

  const answers = new ThreadAnswers<Calls>(
    {
      begin: () => transactions.begin(),
      query: (...args) => transactions.query(...args),
      commit: (id) => transactions.commit(id),
      rollback: (id) => transactions.rollback(id),
      catchUp: () => ctx.listings.index.catchUp(),
      requireSpace: () => ctx.disk.requireSpace(),
      stored: async (counts, rejects) => {
        if (rejects.length > 0) await options.onRejects?.(rejects);
        await options.onBatch?.(counts);
      },
      removed: async (progress) => options.replace?.onRemoved?.(progress),
    },
    post,
  );
  const receive = (message: FromThread) => {
    if (message.type === "call") void answers.answer(message);
    else if (message.type === "cards") ctx.listings.cards.remember(message.rows);
    else if (message.type === "taken") sendWindow.give(message.bytes);
    else if (message.type === "done") ended.resolve(message.outcome);
    else {
      ended.reject(answers.failureOf(message.error) ?? unpackError(message.error));
    }
  };
  // The deadline of a request is stored in its asynchronous context, which the events of a worker do not inherit.
  const inContext = AsyncLocalStorage.snapshot();
  worker.on("message", (message: FromThread) => inContext(receive, message));
  worker.once("error", (cause) => ended.reject(threadEnded(cause)));
  worker.once("exit", (code) => ended.reject(threadEnded(new Error(`exit code ${code}`))));
  const stop = () => post({ type: "stop" });
  ctx.signal.addEventListener("abort", stop, { once: true });
  if (ctx.signal.aborted) stop();

  const sending = (async () => {
    try {
      for await (const chunk of bytes) {
        // A copy: what is transferred leaves this thread, and chunks share their memory.
        const copy = new Uint8Array(chunk);
        await Promise.race([sendWindow.take(copy.length), ended.promise]);
        post({ type: "input", bytes: copy }, [copy.buffer]);
      }
      post({ type: "end" });
    } catch (error) {
      post({ type: "broken", error: answers.pack(error) });
    }
  })();
  try {
    return await ended.promise;
  } finally {
    ctx.signal.removeEventListener("abort", stop);
    await worker.terminate();
    await transactions.rollbackAll();
    void sending;
  }
}

function withoutCallback({ guardPercent, before }: NonNullable<SourceOptions["replace"]>) {
  return { guardPercent, before };
}

function threadEnded(cause: Error): AppError {
  return new AppError(
    "unavailable",
    "Cannot finish the import: its thread ended unexpectedly. Import the same data again: what is stored stays.",
    { cause },
  );
}

/** Back-pressure: the number of bytes that may still be sent. */
class SendWindow {
  #left: number;
  #waiting = Promise.withResolvers<void>();

  constructor(bytes: number) {
    this.#left = bytes;
  }

  async take(bytes: number): Promise<void> {
    while (this.#left <= 0) await this.#waiting.promise;
    this.#left -= bytes;
  }

  give(bytes: number): void {
    this.#left += bytes;
    this.#waiting.resolve();
    this.#waiting = Promise.withResolvers<void>();
  }
}
