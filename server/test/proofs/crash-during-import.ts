import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { openOrFindServer } from "../../src/cli/open-or-find-server.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { DataFolderInUse, startEmbedded } from "../../src/platform/database/embedded/start-embedded.ts";
import { createLog } from "../../src/platform/log.ts";
import { removeFolder } from "../harness/remove-folder.ts";

const CHILD = fileURLToPath(new URL("./import-child.ts", import.meta.url));
const KING_COUNTY = fileURLToPath(new URL("../../../examples/king-county/", import.meta.url));
const log = createLog("silent");

/**
 * Kills imports on the embedded database at random moments with SIGKILL: the importing process, its database
 * process, or both. After each kill, the next start must open without repair and have every acknowledged batch,
 * and no part of another one. While an import runs, a second process must be refused.
 */
export async function proveCrashSafety(rounds: number): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-crash-"));
  let acknowledged = 0;
  let refused = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const victim = (["both", "importer", "database"] as const)[round % 3] as Victim;
      const { stored, secondRefused } = await interruptImport(dataDir, `round-${round}`, victim);
      await expectWhole(dataDir, `round-${round}`, stored);
      for (const rows of stored.values()) acknowledged += rows;
      refused += secondRefused ? 1 : 0;
    }
  } finally {
    await removeFolder(dataDir);
  }
  if (refused !== rounds)
    throw new Error(`A second process was refused in ${refused} of ${rounds} rounds only`);
  return `${rounds} kills: ${acknowledged} acknowledged rows, 0 lost; a second process refused ${refused} of ${rounds} times`;
}

type Victim = "both" | "importer" | "database";

async function interruptImport(dataDir: string, source: string, victim: Victim) {
  const child = fork(
    CHILD,
    [join(KING_COUNTY, "kc_house_data.csv.gz"), join(KING_COUNTY, "map.json"), source],
    {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true,
    },
  );
  /** Acknowledged rows of each pass over the file. */
  const stored = new Map<number, number>();
  const ready = once(child, "message");
  child.on("message", (message: { pass?: number; stored?: number }) => {
    if (message.pass && message.stored) stored.set(message.pass, message.stored);
  });
  await ready;
  const ended = once(child, "exit");
  try {
    const [secondRefused] = await Promise.all([isRefused(dataDir), delay(50 + Math.random() * 1500)]);
    return { stored, secondRefused };
  } finally {
    kill(child, victim);
    await ended;
  }
}

function kill(child: ChildProcess, victim: Victim): void {
  const pid = child.pid as number;
  if (victim === "both") process.kill(-pid, "SIGKILL");
  if (victim === "importer") child.kill("SIGKILL");
  if (victim === "database") {
    execFileSync("pkill", ["-KILL", "-P", String(pid)]);
    // The importer may continue with a new database process; it is killed too.
    setTimeout(() => child.kill("SIGKILL"), 300);
  }
}

async function isRefused(dataDir: string): Promise<boolean> {
  try {
    const second = await startEmbedded(dataDir, log);
    await second.stop();
    return false;
  } catch (error) {
    if (error instanceof DataFolderInUse) return true;
    throw error;
  }
}

async function expectWhole(dataDir: string, source: string, stored: Map<number, number>): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  const database = await openOrFindServer(config, log);
  if ("socket" in database) throw new Error("A server runs on the proof's folder");
  try {
    const { rows } = await sql<{ name: string; events: number; incomplete: number }>`
      select
        name,
        coalesce(sum(events), 0)::int as events,
        (count(*) filter (where events = 0))::int as incomplete
      from (
        select sources.name, (select count(*) from listing_history where listing_history.listing_id = listings.id) as events
        from sources
        join listings on listings.source_id = sources.id
        where sources.name like ${`${source}.%`}
      ) as imported
      group by name`.execute(database.db);
    // A row of the file is an event of its listing. Listings and events are stored by statements of their own.
    for (const [pass, acknowledged] of stored) {
      const name = `${source}.${pass}`;
      const events = rows.find((row) => row.name === name)?.events ?? 0;
      if (events < acknowledged)
        throw new Error(`${name}: ${acknowledged} rows were acknowledged, ${events} are stored`);
    }
    for (const { name, incomplete } of rows) {
      if (incomplete > 0)
        throw new Error(`${name}: ${incomplete} listings have no history: a batch was stored partially`);
    }
    await sql`delete from sources where name like ${`${source}.%`}`.execute(database.db);
  } finally {
    await database.close();
  }
}
