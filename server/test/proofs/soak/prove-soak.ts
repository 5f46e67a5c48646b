import { mkdtemp } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { removeFolder } from "../../harness/remove-folder.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../harness/webhook-receiver.ts";
import { withOwnDatabase } from "../own-database.ts";
import { ArrivedMails } from "./arrived-mails.ts";
import { BesideVisitors } from "./beside-visitors.ts";
import { readProcess } from "./process-watch.ts";
import { SoakLoad } from "./soak-load.ts";
import { judge, type Window, windowLine } from "./soak-verdict.ts";
import { openWorld, type World } from "./soak-world.ts";
import { VisitorMix } from "./visitor-mix.ts";

const CONNECTIONS = 48;
const CALLERS = 16;
const WARM_SECONDS = 20;
const CAPACITY_SECONDS = 30;
const SHARE = 0.6;
const WINDOW_MS = 10_000;
const MAILS_WITHIN_MS = 300_000;

type Extent = {
  seconds: number;
  /** Null: 60 % of what is measured first. */
  aSecond: number | null;
  isLarge: boolean;
  clients: number;
};

/**
 * The product as an operator runs it, with PostgreSQL, mail and webhooks, under everything that visitors, clients and staff do, for MINUTES
 * at 60 % of the rate that it answers to callers who never pause. Memory must not grow, the event loop not be blocked, no request fail,
 * file descriptors not accumulate, and each acknowledged form and registration have one mail.
 */
export async function proveSoak(minutes: number): Promise<string> {
  const { DATABASE_URL: url, RATE } = process.env;
  if (!url) throw new Error("This proof needs DATABASE_URL: scripts/with-postgres.sh npm run prove …");
  const aSecond = RATE === undefined ? null : Number(RATE);
  const { report, windows } = await soak(url, { seconds: minutes * 60, aSecond, isLarge: true, clients: 40 });
  const { text, failures } = judge(windows);
  const all = `${report}\n\n${text}`;
  if (failures.length > 0) throw new Error(`${failures.join("; ")}\n${all}`);
  return `${all}\n\nWithin the limits: RSS +5 %, event loop p99 20 ms, no error, descriptors constant, one mail each.`;
}

/** @throws when a request has failed, or a form's mail is missing or double. */
export async function soak(serverUrl: string, extent: Extent) {
  const folder = await mkdtemp(join(tmpdir(), "lintel-soak-"));
  const mails = await ArrivedMails.start();
  const hooks = await startWebhookReceiver();
  try {
    return await withOwnDatabase(serverUrl, async (databaseUrl) => {
      const redisUrl = process.env.REDIS_URL ?? "";
      const { isLarge, clients } = extent;
      const around = { databaseUrl, redisUrl, folder, mails, hooks, isLarge, clients, connections: 4 };
      const world = await openWorld(around);
      try {
        return await run(world, extent, { mails, hooks });
      } finally {
        await world.server.stop();
      }
    });
  } finally {
    await mails.close();
    await hooks.close();
    await removeFolder(folder);
  }
}

type Receivers = { mails: ArrivedMails; hooks: WebhookReceiver };

async function run(world: World, { seconds, aSecond }: Extent, receivers: Receivers) {
  const { server } = world;
  const mix = new VisitorMix(world);
  const load = new SoakLoad(mix, server.port, CONNECTIONS);
  const beside = new BesideVisitors(server);
  await beside.begin();
  let capacity: number | null = null;
  if (aSecond === null) {
    await load.closedLoop(WARM_SECONDS, CALLERS);
    capacity = await load.closedLoop(CAPACITY_SECONDS, CALLERS);
    console.log(`Capacity: ${capacity.toFixed(0)} requests a second of ${CALLERS} callers who never pause`);
    await allArrived(mix, receivers, world);
  }
  const rate = aSecond ?? (capacity as number) * SHARE;
  const windows: Window[] = [];
  await readProcess(server);
  load.take();
  const ended = new AbortController();
  const watching = watch({ world, load, windows, receivers, signal: ended.signal });
  const before = load.requests;
  await load.constantRate(rate, seconds);
  ended.abort();
  await watching;
  await allArrived(mix, receivers, world);
  await beside.end();
  await load.close();
  const last = await readProcess(server);
  if (last.errorLines > 0)
    throw new Error(`${last.errorLines} errors in the log: ${server.written().slice(0, 3000)}`);
  const errors = [...load.errors].map(([what, { count, first }]) => `${count} times ${what}: ${first}`);
  if (errors.length > 0 || beside.failures.length > 0)
    throw new Error(`Errors: ${[...errors, ...beside.failures.slice(0, 5)].join("\n")}`);
  const { mails, hooks } = receivers;
  const kinds = [...load.byKind].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  const report =
    `${capacity === null ? "" : `Capacity of ${availableParallelism()} cores with PostgreSQL and the load generator: ${capacity.toFixed(0)} requests/s. `}` +
    `${(seconds / 60).toFixed(1)} minutes at ${rate.toFixed(0)} requests/s: ${load.requests - before} requests, 0 errors; ` +
    `${mix.acknowledged.length} forms and registrations acknowledged, one notice each; ${mails.total} mails, ${hooks.received.length} ` +
    `webhooks; ${beside.imports} imports; ${beside.streamEvents} events on streams, ${beside.replaced} of which were replaced.\n` +
    `All requests: ${kinds.join(", ")}.`;
  return { report, windows };
}

type Watched = { world: World; load: SoakLoad; windows: Window[]; receivers: Receivers; signal: AbortSignal };

async function watch({ world, load, windows, receivers, signal }: Watched): Promise<void> {
  const began = performance.now();
  while (!signal.aborted) {
    await delay(WINDOW_MS, undefined, { signal }).catch(() => {});
    await receivers.mails.count();
    const minute = (performance.now() - began) / 60_000;
    const window = { minute, ...(await readProcess(world.server)), ...load.take() };
    windows.push(window);
    console.log(windowLine(window));
  }
}

/** Waits until each acknowledged form and registration has its notice. @throws when one has several, or none after five minutes. */
async function allArrived(mix: VisitorMix, { mails }: Receivers, { server }: World): Promise<void> {
  const until = performance.now() + MAILS_WITHIN_MS;
  for (;;) {
    await mails.count();
    const missing = mix.acknowledged.filter((name) => !mails.notices.has(name));
    const { messagesDue } = await readProcess(server);
    if (missing.length === 0 && messagesDue === 0) break;
    if (performance.now() > until)
      throw new Error(`${missing.length} have no mail: ${missing.slice(0, 5)}; ${messagesDue} are due`);
    await delay(500);
  }
  const doubled = mix.acknowledged.filter((name) => mails.notices.get(name) !== 1);
  if (doubled.length > 0) throw new Error(`Several notices of ${doubled.slice(0, 5).join(", ")}`);
}
