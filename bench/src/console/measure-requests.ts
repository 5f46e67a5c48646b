import pg from "pg";
import type { ConsoleRequest } from "./console-requests.ts";

export type RequestTimes = { request: ConsoleRequest; kilobytes: number; ms: number[]; bareMs: number[] };

type Measurement = {
  origin: string;
  key: string;
  databaseUrl: string;
  requests: ConsoleRequest[];
  times: number;
};

/** One after the other over HTTP, each until its last byte, and beside each the bare statements: other work of the machine slows both. */
export async function measureRequests(measurement: Measurement): Promise<RequestTimes[]> {
  const { origin, key, databaseUrl, requests, times } = measurement;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("set jit to off");
  try {
    const measured: RequestTimes[] = [];
    for (const request of requests) {
      const result: RequestTimes = { request, kilobytes: 0, ms: [], bareMs: [] };
      const { paths, bare } = request;
      for (let nth = -paths.length; nth < times; nth++) {
        const at = (nth + paths.length) % paths.length;
        const ms = await timeOf(async () => {
          const reply = await fetch(origin + paths[at], { headers: { "x-api-key": key } });
          const body = await reply.arrayBuffer();
          if (reply.status !== 200)
            throw new Error(`${paths[at]} was answered ${reply.status}: ${Buffer.from(body)}`);
          result.kilobytes = body.byteLength / 1000;
        });
        const bareMs = await timeOf(async () => {
          for (const statement of bare[at] ?? []) await client.query(statement);
        });
        // The first of each path warms up both.
        if (nth < 0) continue;
        result.ms.push(ms);
        result.bareMs.push(bareMs);
      }
      measured.push(result);
    }
    return measured;
  } finally {
    await client.end();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
