import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../../platform/clock.ts";
import { CallError, packError } from "../../platform/database/thread/portable-error.ts";
import { createThreadDatabase } from "../../platform/database/thread/thread-database.ts";
import { openText } from "../../platform/text-files/open-text.ts";
import { importSource } from "./import-source.ts";
import type { Calls, FromThread, Method, ThreadData, ToThread } from "./thread-protocol.ts";

/*
 * The thread of a large import: it reads, checks, folds and encodes, so that the process answers requests meanwhile. The process
 * sends the bytes and runs the statements (import-in-thread.ts).
 */
const { source, map, replace, embedded, clockOffset } = workerData as ThreadData;

const stopped = new AbortController();
const calls = new Map<number, PromiseWithResolvers<never>>();
const post = (message: FromThread) => parentPort?.postMessage(message);

type Call = <M extends Method>(method: M, ...args: Parameters<Calls[M]>) => Promise<ReturnType<Calls[M]>>;

let lastCall = 0;
const call: Call = (method, ...args) => {
  const id = ++lastCall;
  const settled = Promise.withResolvers<never>();
  calls.set(id, settled);
  post({ type: "call", id, method, args });
  return settled.promise;
};

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

function settle(id: number): PromiseWithResolvers<never> | undefined {
  const settled = calls.get(id);
  calls.delete(id);
  return settled;
}

parentPort?.on("message", (message: ToThread) => {
  if (message.type === "result") settle(message.id)?.resolve(message.result as never);
  else if (message.type === "error") settle(message.id)?.reject(new CallError(message.error));
  else if (message.type === "input") receive({ bytes: message.bytes });
  else if (message.type === "end") receive({ end: true });
  else if (message.type === "broken") receive({ error: new CallError(message.error) });
  else stopped.abort();
});

const ctx = {
  db: createThreadDatabase({
    begin: () => call("begin"),
    query: (...args) => call("query", ...args),
    commit: (id) => call("commit", id),
    rollback: (id) => call("rollback", id),
  }),
  embedded,
  clock: { now: () => new Date(systemClock.now().getTime() + clockOffset) },
  signal: stopped.signal,
  listings: {
    // Threads import in processes that answer searches alone.
    index: { catchUp: () => call("catchUp"), isStarted: true },
    cards: {
      remember: (rows: Extract<FromThread, { type: "cards" }>["rows"]) => post({ type: "cards", rows }),
    },
  },
};

try {
  const text = openText(Readable.from(input(), { objectMode: false }));
  const rejects: Parameters<typeof call<"stored">>[2] = [];
  const outcome = await importSource(
    ctx,
    { text, map },
    {
      source,
      onRejects: (some) => void rejects.push(...some),
      onBatch: (counts) => call("stored", counts, rejects.splice(0)),
      replace: replace ? { ...replace, onRemoved: (progress) => call("removed", progress) } : undefined,
    },
  );
  post({ type: "done", outcome });
} catch (error) {
  post({ type: "failed", error: packError(error) });
}
