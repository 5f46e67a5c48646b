import { readdirSync, readlinkSync } from "node:fs";
import type { ServerProcess } from "../server-process.ts";
import { METRICS_TOKEN } from "./soak-world.ts";

const MB = 1_048_576;
/** Node measures the time between two ticks of a timer: without any delay the metric is this long. */
const TICK_MS = 10;

/** A process at one moment; the event loop's delays, beyond their timer's ticks, are those since the last reading. */
export type Reading = {
  rssMb: number;
  heapMb: number;
  externalMb: number;
  loopP99Ms: number;
  loopMaxMs: number;
  /** Open files and pipes, and sockets, which come and go with connections. */
  files: number;
  sockets: number;
  errorLines: number;
  messagesDue: number;
};

/** Reads a server by its own metrics, and its file descriptors by the system. */
export async function readProcess({ pool, pid }: ServerProcess): Promise<Reading> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { statusCode, body } = await pool.request({ method: "GET", path: "/metrics", headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`/metrics answered ${statusCode}`);
  const value = (metric: string) => {
    const line = text.split("\n").find((each) => each.startsWith(`${metric} `));
    return line === undefined ? Number.NaN : Number(line.slice(metric.length));
  };
  return {
    rssMb: value("process_resident_memory_bytes") / MB,
    heapMb: value("nodejs_heap_size_used_bytes") / MB,
    externalMb: value("nodejs_external_memory_bytes") / MB,
    // prom-client starts a new measurement at each reading.
    loopP99Ms: value("nodejs_eventloop_lag_p99_seconds") * 1000 - TICK_MS,
    loopMaxMs: value("nodejs_eventloop_lag_max_seconds") * 1000 - TICK_MS,
    ...descriptors(pid),
    errorLines:
      (value('log_lines_total{level="error"}') || 0) + (value('log_lines_total{level="fatal"}') || 0),
    messagesDue: value('lintel_messages_due{channel="email"}') || 0,
  };
}

function descriptors(pid: number): { files: number; sockets: number } {
  const folder = `/proc/${pid}/fd`;
  let files = 0;
  let sockets = 0;
  for (const name of readdirSync(folder)) {
    try {
      if (readlinkSync(`${folder}/${name}`).startsWith("socket:")) sockets++;
      else files++;
    } catch {
      // It has just been closed.
    }
  }
  return { files, sockets };
}
