import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SECRETS } from "../run-lintel.ts";
import { MeasuredServer } from "../writes/measured-servers.ts";
import type { ProcessorClock } from "../writes/processor-time.ts";

const RESO_SERVER = fileURLToPath(new URL("reso-server.ts", import.meta.url));
const FEEDS = "/api/admin/feeds";
const ADMIN_KEY = "bootstrap-key-of-the-feed-benchmark";
/** Of an admin of the server. */
export const HEADERS = { "x-api-key": ADMIN_KEY };
const POLL_MS = 250;
/** A server that takes less processor time in that time has nothing to do. */
const SETTLED_CPU_MS = 50;
const SETTLED_FOR_MS = 3000;
/** On a machine that others use too, a server that has nothing to do may take more. */
const SETTLED_WITHIN_MS = 60_000;

export type Run = {
  id: number;
  kind: string;
  state: string;
  requests: number;
  read: number;
  removed: number;
  created: number;
  unchanged: number;
  started_at: string;
  finished_at: string;
  error: { message: string } | null;
};

/** A server that keeps feeds, in a process of its own, until the work is over. */
export async function withServer<T>(
  settings: Record<string, string>,
  work: (server: MeasuredServer) => Promise<T>,
): Promise<T> {
  const server = await MeasuredServer.product(
    {
      ...SECRETS,
      BOOTSTRAP_ADMIN_KEY: ADMIN_KEY,
      DEMO: "false",
      LOG_LEVEL: "error",
      OUTBOUND_ALLOW: "127.0.0.1",
      RATE_LIMITS: "off",
      ...settings,
    },
    4,
  );
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** The address of a RESO Web API with generated records, until the work is over: see reso-server.ts. */
export async function withRecords<T>(
  args: (string | number)[],
  work: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [RESO_SERVER, ...args.map(String)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [address] = await once(child.stdout, "data");
    return await work(String(address).trim());
  } finally {
    child.kill();
    await once(child, "exit");
  }
}

/** Whose visitors see the listings at the address of the server. */
export async function openBrokerage(server: MeasuredServer): Promise<void> {
  const body = { name: "Bench", slug: "bench" };
  const { id } = await server.send<{ id: number }>({
    path: "/api/admin/brokerages",
    headers: HEADERS,
    body,
  });
  const domain = { domain: new URL(server.base).hostname };
  await server.send({ path: `/api/admin/brokerages/${id}/domains`, headers: HEADERS, body: domain });
}

/** A feed without a budget, and without copies of photos. */
export class MeasuredFeed {
  readonly id: number;
  readonly #server: MeasuredServer;

  private constructor(server: MeasuredServer, id: number) {
    this.#server = server;
    this.id = id;
  }

  static async create(
    server: MeasuredServer,
    configuration: { source: string; base_url: string; enabled?: boolean } & Record<string, unknown>,
  ): Promise<MeasuredFeed> {
    const { id } = await server.send<{ id: number }>({
      path: FEEDS,
      headers: HEADERS,
      body: {
        auth: { type: "bearer", token: "feed-token" },
        strategy: "timestamp",
        copy_media: false,
        budget: { per_second: null, per_hour: null, per_day: null, bytes_per_hour: null },
        ...configuration,
      },
    });
    return new MeasuredFeed(server, id);
  }

  /** The same feed at a server that was started again. */
  at(server: MeasuredServer): MeasuredFeed {
    return new MeasuredFeed(server, this.id);
  }

  async enable(): Promise<void> {
    await this.#server.send({
      method: "PATCH",
      path: `${FEEDS}/${this.id}`,
      headers: HEADERS,
      body: { enabled: true },
    });
  }

  async newestRun(): Promise<Run | undefined> {
    const { items } = await this.#server.send<{ items: Run[] }>({
      method: "GET",
      path: `${FEEDS}/${this.id}/runs?page_size=1`,
      headers: HEADERS,
    });
    return items[0];
  }

  async request(kind: string): Promise<void> {
    await this.#server.send({ path: `${FEEDS}/${this.id}/run`, headers: HEADERS, body: { kind } });
  }

  /** The first run after that one, once it has succeeded. */
  async runAfter(id: number): Promise<Run> {
    for (;;) {
      const run = await this.newestRun();
      if (run && run.id > id && run.state !== "running") {
        if (run.state !== "succeeded") throw new Error(`a run is ${run.state}: ${run.error?.message}`);
        return run;
      }
      await pause(POLL_MS);
    }
  }
}

export function secondsOf({ started_at, finished_at }: Run): number {
  return (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
}

/** Resolves when the server has nothing to do: it builds its index after its start, and reads new photos. */
export async function settled(clock: ProcessorClock): Promise<void> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < until) {
    const before = clock.read().server;
    await pause(SETTLED_FOR_MS);
    if (clock.read().server - before < SETTLED_CPU_MS) return;
  }
}
