import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Db } from "../../../server/src/platform/database/database.ts";

const TICK_MS = 10;

type Process = { parent: number; own: number; ended: number };

/** Processor time in milliseconds, of a process and of all processes of a database server. */
export type ProcessorTime = { server: number; database: number };

/** Reads the processor time from /proc, which counts in hundredths of a second. */
export class ProcessorClock {
  readonly #serverPid: number;
  readonly #postmaster: number;

  private constructor(serverPid: number, postmaster: number) {
    this.#serverPid = serverPid;
    this.#postmaster = postmaster;
  }

  /** @param db a connection to the database server of this machine. */
  static async of(serverPid: number, db: Db): Promise<ProcessorClock> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const backend = readProcess(rows[0]?.pid ?? 0);
    if (!backend)
      throw new Error("The database server runs on another machine: its processor time is unknown");
    return new ProcessorClock(serverPid, backend.parent);
  }

  read(): ProcessorTime {
    const server = readProcess(this.#serverPid)?.own ?? 0;
    const postmaster = readProcess(this.#postmaster);
    let database = postmaster ? postmaster.own + postmaster.ended : 0;
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const each = readProcess(Number(pid));
      if (each?.parent === this.#postmaster) database += each.own;
    }
    return { server: server * TICK_MS, database: database * TICK_MS };
  }
}

/** In ticks; `ended`: of its children that have ended. */
function readProcess(pid: number): Process | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name before the last parenthesis may have spaces.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const at = (field: number) => fields[field - 3] ?? 0;
  return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
}
