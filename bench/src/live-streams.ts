import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { createApp } from "../../server/src/app.ts";
import { hashApiKey, newApiKey, prefixOf } from "../../server/src/identity/index.ts";
import type { Services } from "../../server/src/services.ts";
import { withProduct } from "./with-product.ts";

const STREAMS = 500;
const OF_PERSON = 5;

/** What an event costs the main thread that 500 streams receive: events one after another, and a burst; and the streams at rest. */
export async function benchLiveStreams(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("Run it with a database: scripts/with-postgres.sh npm run bench streams");
  await withProduct(server, { RATE_LIMITS: "off" }, async (services) => {
    const app = await createApp(services);
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const keys = await makeKeys(services, STREAMS / OF_PERSON);
    const clients = new Worker(new URL("stream-clients.ts", import.meta.url), {
      workerData: { port, keys, perKey: OF_PERSON },
    });
    const ask = async () => {
      clients.postMessage(null);
      return (await once(clients, "message"))[0] as { open: number; events: number };
    };
    while ((await ask()).open < STREAMS) await delay(50);
    // One comment of each stream, with the check of its credentials.
    const rest = await measure(() => delay(15_000));
    console.log(`${STREAMS} streams at rest: ${(rest.cpuMs / 15).toFixed(1)} ms of processor time a second`);
    let expected = (await ask()).events;
    for (const [rounds, count] of [
      [40, 1],
      [5, 1000],
    ] as const) {
      const { cpuMs, longestMs, tookMs } = await measure(async () => {
        for (let round = 0; round < rounds; round++) {
          await writeEvents(services, count);
          expected += count * STREAMS;
          while ((await ask()).events < expected) await delay(10);
        }
      });
      const events = rounds * count;
      console.log(
        `${rounds} × ${count} events to ${STREAMS} streams: ${(cpuMs / events).toFixed(2)} ms of processor time an event, ` +
          `received by all after ${(tookMs / rounds).toFixed(0)} ms, longest block ${longestMs.toFixed(0)} ms`,
      );
    }
    await clients.terminate();
    await app.close();
  });
}

async function makeKeys({ db }: Services, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newApiKey());
  await db
    .insertInto("api_keys")
    .values(
      keys.map((key, nth) => ({
        name: `bench ${nth}`,
        prefix: prefixOf(key),
        key_hash: hashApiKey(key),
        role: "admin",
      })),
    )
    .execute();
  return keys;
}

/** As the triggers write them. */
async function writeEvents({ db }: Services, count: number): Promise<void> {
  await sql`
    insert into stream_events (event, brokerage_id, agent_id, data)
    select 'lead.stage_changed', 1, 1, jsonb_build_object(
      'lead_id', n, 'brokerage_id', 1, 'from_stage', 'NEW', 'to_stage', 'CONTACTING'
    )
    from generate_series(1, ${count}) n`.execute(db);
}

async function measure(work: () => Promise<unknown>) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const before = process.threadCpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  delays.disable();
  return { cpuMs: (user + system) / 1000, longestMs: delays.max / 1e6, tookMs: performance.now() - began };
}
