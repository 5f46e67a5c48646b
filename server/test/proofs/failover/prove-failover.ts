import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { removeFolder } from "../../harness/remove-folder.ts";
import { secretSettings } from "../../harness/test-secrets.ts";
import { openBrokerage, startServer } from "../server-process.ts";
import { FailoverLoad } from "./failover-load.ts";
import { ReplicatedPostgres } from "./replicated-postgres.ts";

const ADMIN = "bootstrap-key-of-the-failover-proof";
const DOMAIN = "failover.test";
/** How long what watches the database takes to notice that it is gone. */
const NOTICED_AFTER_MS = 500;
const CALM_MS = 1500;

type Round = { writesMs: number; readsMs: number; searchesMs: number; refusals: Map<string, number> };

/**
 * `kill -9` of a primary under load, whose synchronous standby is promoted, COUNT times. The server is not restarted. Every acknowledged
 * form must be stored, once, in the database that goes on.
 */
export async function proveFailover(rounds: number): Promise<string> {
  const postgres = await ReplicatedPostgres.start();
  const folder = await mkdtemp(join(tmpdir(), "lintel-failover-"));
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    DEMO: "false",
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    ...secretSettings,
  };
  const server = await startServer(settings, 4);
  try {
    await openBrokerage(server, DOMAIN, ADMIN);
    const load = new FailoverLoad(server.port, { host: DOMAIN, key: ADMIN });
    const results: Round[] = [];
    for (let round = 0; round < rounds; round++) results.push(await failOver(postgres, load));
    await load.end();
    const lost = await lostForms(postgres, load.acknowledged);
    if (lost.length > 0)
      throw new Error(
        `${lost.length} acknowledged forms are not stored once: ${lost.slice(0, 5).join(", ")}`,
      );
    return reportOf(results, load.acknowledged.length);
  } finally {
    server.kill();
    await server.stop();
    await postgres.close();
    await removeFolder(folder);
  }
}

async function failOver(postgres: ReplicatedPostgres, load: FailoverLoad): Promise<Round> {
  await load.isBack(5);
  await delay(CALM_MS);
  load.mark();
  await postgres.killPrimary();
  await delay(NOTICED_AFTER_MS);
  await postgres.promoteStandby();
  await load.isBack(20);
  const { write, read, search } = load.seen;
  const refusals = new Map<string, number>();
  for (const [kind, seen] of Object.entries(load.seen))
    for (const [answer, times] of seen.refusals) refusals.set(`${kind} ${answer}`, times);
  const round = {
    writesMs: write.longestMs,
    readsMs: read.longestMs,
    searchesMs: search.longestMs,
    refusals,
  };
  await postgres.rebuildStandby();
  return round;
}

/** Acknowledged addresses that have no lead, or several. */
async function lostForms(postgres: ReplicatedPostgres, acknowledged: readonly string[]): Promise<string[]> {
  const rows = await postgres.query<{ email: string; leads: number }>(
    "select email, count(*)::int as leads from leads group by email",
  );
  const stored = new Map(rows.map(({ email, leads }) => [email, leads]));
  return acknowledged.filter((email) => stored.get(email) !== 1);
}

function reportOf(rounds: readonly Round[], acknowledged: number): string {
  const refusals = new Map<string, number>();
  for (const round of rounds)
    for (const [answer, times] of round.refusals) refusals.set(answer, (refusals.get(answer) ?? 0) + times);
  const range = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b).map(Math.round);
    return `${sorted.at(0)} to ${sorted.at(-1)} ms (median ${sorted.at(sorted.length >> 1)})`;
  };
  return (
    `${rounds.length} failovers to a synchronous standby, promoted ${NOTICED_AFTER_MS} ms after kill -9: ` +
    `${acknowledged} forms acknowledged, 0 lost, each stored once; ` +
    `without writes ${range(rounds.map(({ writesMs }) => writesMs))}, ` +
    `without reads of the database ${range(rounds.map(({ readsMs }) => readsMs))}, ` +
    `without searches ${range(rounds.map(({ searchesMs }) => searchesMs))}; ` +
    `clients saw meanwhile: ${[...refusals].map(([answer, times]) => `${answer} × ${times}`).join(", ") || "no refusal"}`
  );
}
