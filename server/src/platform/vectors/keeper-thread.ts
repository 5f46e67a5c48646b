import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { yieldProcessor } from "../yield-processor.ts";
import { Graph } from "./graph.ts";
import { measureFile, writeKept } from "./kept-file.ts";
import { measureReach } from "./measure-reach.ts";
import type { FromKeeper, ToKeeper } from "./protocol.ts";
import { ROWS_START, strideOf } from "./scorer.ts";

// The thread that builds graphs and writes files, so that searches need not wait for either.
const ROWS_AT_ONCE = 200;
const NICE = 10;

// On Linux this is the priority of the calling thread; elsewhere it would be that of the whole process.
if (process.platform === "linux") yieldProcessor(NICE);

const closing = new AbortController();

parentPort?.on("message", (order: ToKeeper) => {
  if (order.kind === "close") {
    closing.abort();
    parentPort?.close();
    return;
  }
  carryOut(order).then(report, (error: Error) => {
    report({ kind: "failed", what: order.kind, message: error.message });
  });
});

async function carryOut(order: Exclude<ToKeeper, { kind: "close" }>): Promise<FromKeeper> {
  if (order.kind === "build") return await build(order);
  writeKept(order.path, order, order.memory);
  return { kind: "saved", path: order.path };
}

async function build({
  memory,
  dimensions,
  base,
  rows,
  path,
}: Extract<ToKeeper, { kind: "build" }>): Promise<FromKeeper> {
  const graph = base ? Graph.open(base.path, dimensions) : new Graph(dimensions);
  const width = strideOf(dimensions) / 2;
  const numbers = new Int16Array(memory.buffer, ROWS_START, rows * width);
  const rowAt = (row: number) => numbers.subarray(row * width, row * width + dimensions);
  for (let row = base?.rows ?? 0; row < rows; row += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, rows - row);
    graph.add(
      row,
      Array.from({ length }, (_, index) => rowAt(row + index)),
    );
    // Takes the next order: one to save is not kept waiting, one to close ends the build.
    await setImmediate(undefined, { signal: closing.signal });
  }
  const reach = await measureReach(graph, { memory, dimensions, rows, rowAt, signal: closing.signal });
  graph.save(path);
  return { kind: "built", graph: { path, rows, reach, ...measureFile(path) } };
}

function report(message: FromKeeper): void {
  parentPort?.postMessage(message);
}
