import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Db } from "../../../server/src/platform/database/database.ts";

/** Linux counts processor time in hundredths of a second. */
const MS_A_TICK = 10;

/**
 * Processor time in milliseconds that the present connections of other clients to a database have used, by process id; empty where
 * PostgreSQL runs on another machine.
 */
export async function postgresTime(db: Db, database: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = ${database} and pid <> pg_backend_pid()`.execute(db);
  const times = new Map<number, number>();
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
    if (stat === null) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    times.set(pid, (Number(fields[11]) + Number(fields[12])) * MS_A_TICK);
  }
  return times;
}

/** What the connections have used between two times; those that were closed meanwhile are left out. */
export function usedBetween(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
}
