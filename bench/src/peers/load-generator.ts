import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client } from "undici";
import type { QuerySpace } from "./queries.ts";
import { type Workload, workloadPaths } from "./workloads.ts";

export type Load = {
  origin: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
} & (SearchLoad | PathLoad);

type SearchLoad = {
  space: QuerySpace;
  workload: Workload;
  seed: number;
  /** So many requests over and over; null: each is new. */
  repeated: number | null;
};

/** These paths once each, which may end before the seconds do, or over and over. */
type PathLoad = { paths: readonly string[]; isOnce: boolean };

/** Percentiles of the response time in milliseconds. */
export type LoadResult = {
  requests: number;
  seconds: number;
  p50: number;
  p95: number;
  p99: number;
  bytes: number;
};

/** Closed-loop load from a process of its own: each connection sends its next request when the last one is answered. */
export class LoadGenerator {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), ["generate"]);

  /** @throws when a reply is neither 200 nor, for an empty tile, 204. */
  async run(load: Load): Promise<LoadResult> {
    this.#child.send(load);
    const settled = new AbortController();
    const { signal } = settled;
    const ended = once(this.#child, "exit", { signal }).then(([status]) => [
      { error: `the load generator ended with status ${status}` },
    ]);
    const [result] = (await Promise.race([once(this.#child, "message", { signal }), ended])) as [
      LoadResult | { error: string },
    ];
    ended.catch(() => {});
    settled.abort();
    if ("error" in result) throw new Error(`${load.origin}: ${result.error}`);
    return result;
  }

  stop(): void {
    this.#child.kill();
  }
}

const MAX_REQUESTS = 200_000;

async function generate(load: Load): Promise<LoadResult> {
  const { origin, connections, seconds, headers } = load;
  const nextPath = pathsOf(load);
  const times = new Float64Array(MAX_REQUESTS);
  let sent = 0;
  let answered = 0;
  let bytes = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const connection = async () => {
    const client = new Client(origin);
    while (sent < MAX_REQUESTS && performance.now() < end) {
      const path = nextPath(sent);
      if (path === undefined) break;
      sent++;
      const before = performance.now();
      const length = await get(client, path, headers);
      bytes += length;
      times[answered++] = performance.now() - before;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const elapsed = (performance.now() - started) / 1000;
  const sorted = times.subarray(0, answered).sort();
  const at = (share: number) => sorted[Math.floor(answered * share)]!;
  return { requests: answered, seconds: elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99), bytes };
}

/** The path of a load's nth request; undefined when all have been asked for. */
function pathsOf(load: Load): (nth: number) => string | undefined {
  if ("paths" in load) {
    const { paths, isOnce } = load;
    return (nth) => paths[isOnce ? nth : nth % paths.length];
  }
  const { space, workload, seed, repeated } = load;
  const paths = workloadPaths(space, workload, seed);
  if (repeated === null) return () => paths.next().value;
  const fixed = paths.take(repeated).toArray();
  return (nth) => fixed[nth % fixed.length];
}

/** The number of bytes of the reply. */
function get(client: Client, path: string, headers: Load["headers"]): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    client.dispatch(
      { path, method: "GET", ...(headers && { headers }) },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          if (status !== 200 && status !== 204) reject(new Error(`${path} answered ${status}`));
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
        },
        onResponseEnd: () => resolve(bytes),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

if (process.argv[2] === "generate" && process.send) {
  process.on("message", (load: Load) => {
    generate(load).then(
      (result) => process.send?.(result),
      (error: Error) => process.send?.({ error: error.message }),
    );
  });
}
