import { sql } from "kysely";
import { boardCards } from "../../server/src/leads/views/board/board-cards.sql.ts";
import { createKysely, type Db } from "../../server/src/platform/database/database.ts";
import { createPool } from "../../server/src/platform/database/pool.ts";
import { startLintel } from "./started-lintel.ts";
import { fillBoard } from "./synthetic-leads.ts";

const PORT = 8477;
const KEY = "the key of a benchmark, thirty-two characters";
const REQUESTS = 300;

/**
 * The board of a brokerage with 5,000 open leads over HTTP, compared with one of 50; and its cards only,
 * by the product's query and by a window function.
 */
export async function benchLeadBoard(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("Run it with a database: scripts/with-postgres.sh npm run bench board");
  const name = `lintel_bench_board_${process.pid}`;
  const home = createKysely(createPool({ target: { url: server }, maxConnections: 1 }));
  await sql.raw(`create database ${name}`).execute(home);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const lintel = await startLintel(PORT, {
    DATABASE_URL: url.href,
    BOOTSTRAP_ADMIN_KEY: KEY,
    FAVORITES_SECRET: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const db = createKysely(createPool({ target: { url: url.href }, maxConnections: 1 }));
  try {
    const many = await fillBoard(db, { slug: "many", open: 5_000, done: 15_000 });
    const few = await fillBoard(db, { slug: "few", open: 50, done: 150 });
    await sql`vacuum analyze`.execute(db);
    await overHttp([
      { label: "5,000 open leads", brokerageId: many },
      { label: "50 open leads", brokerageId: few },
    ]);
    await inSql(db, many);
  } finally {
    await db.destroy();
    await lintel.stop();
    await sql.raw(`drop database ${name} with (force)`).execute(home);
    await home.destroy();
  }
}

/** One request after the other, each until its last byte; the boards alternate, so that both have the same machine load. */
async function overHttp(boards: { label: string; brokerageId: number }[]): Promise<void> {
  const times = boards.map((): number[] => []);
  let bytes = boards.map(() => 0);
  for (let at = 0; at < REQUESTS + 50; at++) {
    bytes = [];
    for (const [nth, { brokerageId }] of boards.entries()) {
      const started = performance.now();
      bytes.push(await read(brokerageId));
      if (at >= 50) times[nth]?.push(performance.now() - started);
    }
  }
  console.log(`The board over HTTP, ${REQUESTS} requests each`);
  for (const [nth, { label }] of boards.entries()) {
    console.log(
      `  ${label.padEnd(17)} ${spread(times[nth] ?? [])}  (${Math.round((bytes[nth] ?? 0) / 1000)} kB)`,
    );
  }
}

async function read(brokerageId: number): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${PORT}/api/v1/admin/leads/board?brokerage_id=${brokerageId}`, {
    headers: { "x-api-key": KEY },
  });
  if (reply.status !== 200) throw new Error(`The board answered ${reply.status}: ${await reply.text()}`);
  return (await reply.arrayBuffer()).byteLength;
}

/** The same cards, by two queries. */
async function inSql(db: Db, brokerageId: number): Promise<void> {
  const scope = { brokerageId, agentId: null };
  const ways = {
    "lateral joins": () => boardCards(db, { scope, exceptBrokerages: [] }, { perColumn: 100 }),
    "window function": () => numberedCards(db, brokerageId),
  };
  console.log("Its cards in SQL, 20,000 leads, 300 queries each");
  for (const [label, cards] of Object.entries(ways)) {
    const times: number[] = [];
    let found = 0;
    for (let at = 0; at < REQUESTS + 20; at++) {
      const started = performance.now();
      found = (await cards()).length;
      if (at >= 20) times.push(performance.now() - started);
    }
    console.log(`  ${label.padEnd(17)} ${spread(times)}  (${found} cards)`);
  }
}

async function numberedCards(db: Db, brokerageId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select *
    from (
      select *,
        row_number() over (
          partition by stage
          order by
            case when stage = 'NEW' then stage_entered_at end,
            case when stage <> 'NEW' then stage_entered_at end desc
        ) as nth
      from leads
      where brokerage_id = ${brokerageId}
    ) as numbered
    where nth <= 100`.execute(db);
  return rows;
}

function spread(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1).padStart(5);
  return `p50 ${at(0.5)} ms  p95 ${at(0.95)} ms`;
}
