import { parentPort, workerData } from "node:worker_threads";
import type { FromSearchThread, ThreadData, ToSearchThread } from "./protocol.ts";
import { ServedIndex } from "./served-index.ts";

// The thread that holds the vectors and answers searches, one after the other.
const index = new ServedIndex(workerData as ThreadData, post);
post({ kind: "state", state: index.state });

parentPort?.on("message", async ({ id, request }: ToSearchThread) => {
  try {
    const result = await index.serve(request);
    post({ kind: "reply", id, result, state: index.state });
  } catch (error) {
    post({ kind: "failure", id, message: (error as Error).message, state: index.state });
  }
  if (request.kind === "close") parentPort?.close();
});

function post(message: FromSearchThread): void {
  const list =
    message.kind === "reply" && message.result instanceof Float64Array
      ? [message.result.buffer as ArrayBuffer]
      : [];
  parentPort?.postMessage(message, list);
}
