import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../../platform/clock.ts";
import { CallError, packError } from "../../platform/database/thread/portable-error.ts";
import { statementCalls, ThreadCalls } from "../../platform/database/thread/thread-calls.ts";
import { createThreadDatabase } from "../../platform/database/thread/thread-database.ts";
import { openText } from "../../platform/text-files/open-text.ts";
import { importSource } from "./import-source.ts";
import type { Calls, FromThread, ThreadData, ToThread } from "./thread-protocol.ts";

/*
 * The thread of a large import: it reads, checks, folds and encodes, so that the process answers requests meanwhile. The process
 * sends the bytes and runs the statements (import-in-thread.ts).
 */
const { source, map, replace, embedded, clockOffset } = workerData as ThreadData;

const stopped = new AbortController();
const post = (message: FromThread) => parentPort?.postMessage(message);
const calls = new ThreadCalls<Calls>(post);

type Input = { bytes: Uint8Array } | { end: true } | { error: Error };
const arrived: Input[] = [];
let arrival = Promise.withResolvers<void>();

async function* input(): AsyncGenerator<Buffer> {
  for (;;) {
    const next = arrived.shift();
    if (!next) {
      await arrival.promise;
      arrival = Promise.withResolvers<void>();
    } else if ("error" in next) throw next.error;
    else if ("end" in next) return;
    else {
      post({ type: "taken", bytes: next.bytes.length });
      yield Buffer.from(next.bytes.buffer, next.bytes.byteOffset, next.bytes.length);
    }
  }
}

function receive(next: Input): void {
  arrived.push(next);
  arrival.resolve();
}

parentPort?.on("message", (message: ToThread) => {
  if (message.type === "result" || message.type === "error") calls.settle(message);
  else if (message.type === "input") receive({ bytes: message.bytes });
  else if (message.type === "end") receive({ end: true });
  else if (message.type === "broken") receive({ error: new CallError(message.error) });
  else stopped.abort();
});

const ctx = {
  db: createThreadDatabase(statementCalls(calls)),
  embedded,
  clock: { now: () => new Date(systemClock.now().getTime() + clockOffset) },
  signal: stopped.signal,
  disk: { requireSpace: () => calls.call("requireSpace") },
  listings: {
    // Threads import in processes that answer searches alone.
    index: { catchUp: () => calls.call("catchUp"), isStarted: true },
    cards: {
      remember: (rows: Extract<FromThread, { type: "cards" }>["rows"]) => post({ type: "cards", rows }),
    },
  },
};

try {
  const text = openText(Readable.from(input(), { objectMode: false }));
  const rejects: Parameters<Calls["stored"]>[1] = [];
  const outcome = await importSource(
    ctx,
    { text, map },
    {
      source,
      onRejects: (some) => void rejects.push(...some),
      onBatch: (counts) => calls.call("stored", counts, rejects.splice(0)),
      replace: replace ? { ...replace, onRemoved: (progress) => calls.call("removed", progress) } : undefined,
    },
  );
  post({ type: "done", outcome });
} catch (error) {
  post({ type: "failed", error: packError(error) });
}
