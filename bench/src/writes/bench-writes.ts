import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { createKysely } from "../../../server/src/platform/database/database.ts";
import { createPool } from "../../../server/src/platform/database/pool.ts";
import { secretSettings } from "../../../server/test/harness/test-secrets.ts";
import { median } from "../quantile.ts";
import type { StatementCounts } from "./count-statements.ts";
import { MeasuredServer, type Request } from "./measured-servers.ts";
import { ProcessorClock } from "./processor-time.ts";

const ADMIN_KEY = "bootstrap-key-of-the-write-benchmark";
const DOMAIN = "writes.test";
const AGENTS = 10;
const EVENTS = 50;
const BARE = "bare insert";

type Run = { rate: number; server: number; database: number; later: number; statements: number };
type Operation = { server: MeasuredServer; requests: (count: number) => Promise<Request[]> };

/**
 * Public and staff writes over HTTP against a bare insert of one row (Fastify and pg), in interleaved rounds on the same
 * PostgreSQL: statements, processor time of the server and of PostgreSQL, and the rate of each. All leads are of one brokerage.
 * `-- --statements` lists the statements of each operation; `-- --profile FOLDER` writes a CPU profile of the product;
 * `-- --only NAME` measures one operation.
 */
export async function benchWrites(): Promise<void> {
  const { values: options } = parseArgs({
    args: process.argv.slice(3),
    options: {
      rounds: { type: "string", default: "3" },
      requests: { type: "string", default: "600" },
      connections: { type: "string", default: "32" },
      statements: { type: "boolean", default: false },
      profile: { type: "string" },
      only: { type: "string" },
    },
  });
  const serverUrl = process.env.DATABASE_URL;
  if (!serverUrl) throw new Error("Needs PostgreSQL: scripts/with-postgres.sh npm run bench writes");
  const connections = Number(options.connections);
  const name = `lintel_bench_${process.pid}`;
  const home = createKysely(createPool({ target: { url: serverUrl }, maxConnections: 1 }));
  await sql.raw(`create database ${name}`).execute(home);
  await sql.raw(`create database ${name}_bare`).execute(home);
  const urlOf = (database: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const database = createKysely(createPool({ target: { url: urlOf(name) }, maxConnections: 1 }));
  const product = await MeasuredServer.product(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(name),
      DEMO: "false",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      BOOTSTRAP_ADMIN_KEY: ADMIN_KEY,
      ...secretSettings,
    },
    connections,
    options.profile ? ["--cpu-prof", `--cpu-prof-dir=${options.profile}`] : [],
  );
  const bare = await MeasuredServer.bare({ DATABASE_URL: urlOf(`${name}_bare`) }, connections);
  const mailsWaiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from messages where state in ('waiting', 'sending')`.execute(database);
    return rows[0]?.n ?? 0;
  };

  const measure = async ({ server, requests }: Operation, count: number) => {
    const waiting = await requests(count);
    await settle(mailsWaiting);
    const clock = await ProcessorClock.of(server.pid, database);
    await server.takeStatementCounts();
    const before = clock.read();
    const started = performance.now();
    await sendAll(server, waiting, connections);
    const seconds = (performance.now() - started) / 1000;
    const after = clock.read();
    const counts = await server.takeStatementCounts();
    await settle(mailsWaiting);
    const settled = clock.read();
    const run: Run = {
      rate: count / seconds,
      server: (after.server - before.server) / count,
      database: (after.database - before.database) / count,
      later: (settled.server + settled.database - after.server - after.database) / count,
      statements: Object.values(counts).reduce((sum, each) => sum + each.count, 0) / count,
    };
    return { run, counts };
  };

  try {
    await openBrokerage(product);
    const operations = operationsOf(product, bare, options.only);
    const runs = new Map(Object.keys(operations).map((each) => [each, [] as Run[]]));
    const lastCounts = new Map<string, StatementCounts>();
    for (const operation of Object.values(operations)) await measure(operation, 200);
    // As autovacuum does within a minute.
    await sql`analyze`.execute(database);
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const [each, operation] of Object.entries(operations)) {
        const { run, counts } = await measure(operation, Number(options.requests));
        runs.get(each)?.push(run);
        lastCounts.set(each, counts);
      }
    }
    report(runs);
    if (options.statements) {
      for (const [each, counts] of lastCounts) listStatements(each, counts, Number(options.requests));
    }
  } finally {
    await product.stop();
    await bare.stop();
    await database.destroy();
    for (const each of [name, `${name}_bare`])
      await sql.raw(`drop database if exists ${each} with (force)`).execute(home);
    await home.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits until the mails of earlier requests have left. */
async function settle(waiting: () => Promise<number>): Promise<void> {
  const until = performance.now() + 30_000;
  while (performance.now() < until && (await waiting()) > 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

async function sendAll(server: MeasuredServer, requests: Request[], connections: number): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < requests.length) await server.send(requests[next++] as Request);
  };
  await Promise.all(Array.from({ length: connections }, work));
}

async function openBrokerage(server: MeasuredServer): Promise<void> {
  const headers = { "x-api-key": ADMIN_KEY };
  const create = async (path: string, body: object) =>
    (await server.send<{ id: number }>({ path, headers, body })).id;
  const id = await create("/api/admin/brokerages", { slug: "writes", name: "Writes" });
  await create(`/api/admin/brokerages/${id}/domains`, { domain: DOMAIN });
  for (let nth = 0; nth < AGENTS; nth++) {
    await create("/api/admin/agents", {
      brokerage_id: id,
      name: `Agent ${nth}`,
      slug: `agent-${nth}`,
      email: `agent-${nth}@${DOMAIN}`,
    });
  }
}

let people = 0;
const host = { host: DOMAIN };

function contactForm(): Request {
  const nth = ++people;
  const body = {
    firstName: "Visitor",
    lastName: String(nth),
    email: `visitor-${nth}@visitors.test`,
    subject: "Contact",
    message: `This is form ${nth}. I would like to see the house with the yard.`,
  };
  return { path: "/api/contact", headers: host, body };
}

function registration(): Request {
  const nth = ++people;
  const body = { name: `Visitor ${nth}`, email: `visitor-${nth}@visitors.test`, phone: "208-555-0100" };
  return { path: "/register", headers: host, body };
}

function operationsOf(
  product: MeasuredServer,
  bare: MeasuredServer,
  only?: string,
): Record<string, Operation> {
  const many = async (count: number, make: () => Promise<Request>) => {
    const requests: Request[] = [];
    for (let nth = 0; nth < count; nth++) requests.push(await make());
    return requests;
  };
  const operations: Record<string, Operation> = {
    [BARE]: { server: bare, requests: (count) => many(count, async () => contactForm()) },
    "contact form": { server: product, requests: (count) => many(count, async () => contactForm()) },
    registration: { server: product, requests: (count) => many(count, async () => registration()) },
    transition: {
      server: product,
      requests: (count) =>
        many(count, async () => {
          const { lead_id } = await product.send(contactForm());
          return {
            path: `/api/v1/admin/leads/${lead_id}/transitions`,
            headers: { "x-api-key": ADMIN_KEY },
            body: { event_type: "contact_attempted", channel: "call" },
          };
        }),
    },
    [`${EVENTS} events`]: {
      server: product,
      requests: (count) =>
        many(count, async () => {
          const { session_id } = await product.send<{ session_id: string }>({
            path: "/sessions",
            headers: host,
            body: {},
          });
          const events = Array.from({ length: EVENTS }, (_each, nth) => eventOf(nth));
          return {
            path: "/sessions/events",
            headers: { ...host, "x-session-id": session_id },
            body: { events },
          };
        }),
    },
  };
  return Object.fromEntries(
    Object.entries(operations).filter(([each]) => only === undefined || each === BARE || each === only),
  );
}

function eventOf(nth: number): object {
  const common = {
    id: crypto.randomUUID(),
    timestamp: new Date(Date.UTC(2026, 5, 1) + nth * 1000).toISOString(),
  };
  const listing_id = `listing-${nth % 20}`;
  if (nth % 10 === 0) return { ...common, type: "filter_change", filter: "max_price", value: 500_000 };
  if (nth % 10 === 1) return { ...common, type: "search_query", query: "3 bedrooms in Eagle under 500k" };
  return {
    ...common,
    type: "property_view",
    listing_id,
    engagement: { time_seconds: nth, scroll_percent: nth },
  };
}

function report(runs: Map<string, Run[]>): void {
  const medianOf = (name: string, of: (run: Run) => number) => median((runs.get(name) ?? []).map(of));
  const bareRate = medianOf(BARE, ({ rate }) => rate);
  console.log("medians of the rounds; processor time in ms a request");
  console.log(
    "operation       statements  server  PostgreSQL  together  mail afterwards  requests/s  of the bare insert",
  );
  for (const name of runs.keys()) {
    const cells = [
      name.padEnd(15),
      medianOf(name, ({ statements }) => statements)
        .toFixed(1)
        .padStart(10),
      medianOf(name, ({ server }) => server)
        .toFixed(2)
        .padStart(7),
      medianOf(name, ({ database }) => database)
        .toFixed(2)
        .padStart(11),
      medianOf(name, ({ server, database }) => server + database)
        .toFixed(2)
        .padStart(9),
      medianOf(name, ({ later }) => later)
        .toFixed(2)
        .padStart(16),
      medianOf(name, ({ rate }) => rate)
        .toFixed(0)
        .padStart(11),
      (medianOf(name, ({ rate }) => rate) / bareRate).toFixed(3).padStart(19),
    ];
    console.log(cells.join(" "));
  }
}

function listStatements(name: string, counts: StatementCounts, requests: number): void {
  console.log(`\n${name}:`);
  for (const [text, { count }] of Object.entries(counts).sort(
    ([, one], [, other]) => other.count - one.count,
  )) {
    if (count / requests < 0.05) continue;
    console.log(`  ${(count / requests).toFixed(2)}  ${text.replaceAll(/\s+/g, " ").slice(0, 150)}`);
  }
}
