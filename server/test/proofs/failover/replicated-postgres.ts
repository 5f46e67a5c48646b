import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../../harness/run-lintel.ts";

const run = promisify(execFile);
const WAIT_MS = 60_000;

type Server = { folder: string; port: number };

/**
 * A PostgreSQL with a synchronous standby, both real servers of this machine: a commit is acknowledged when both have it. What watches a
 * database and promotes its standby (Patroni, a cloud provider) is played by the caller.
 */
export class ReplicatedPostgres {
  readonly #parent: string;
  readonly #bin: string;
  #primary: Server;
  #standby: Server;

  private constructor(parent: string, bin: string, servers: [Server, Server]) {
    this.#parent = parent;
    this.#bin = bin;
    [this.#primary, this.#standby] = servers;
  }

  /** @param bin the folder of PostgreSQL's programs; scripts/with-postgres.sh sets POSTGRES_BIN to it. */
  static async start(bin = process.env.POSTGRES_BIN): Promise<ReplicatedPostgres> {
    if (!bin) throw new Error("Run this behind scripts/with-postgres.sh: it sets POSTGRES_BIN");
    const parent = await mkdtemp(join(tmpdir(), "lintel-replicated-"));
    if (isRoot) execFileSync("chown", ["postgres", parent]);
    const servers = [0, 1].map(async (at) => ({
      folder: join(parent, `server-${at}`),
      port: await freePort(),
    }));
    const own = new ReplicatedPostgres(parent, bin, (await Promise.all(servers)) as [Server, Server]);
    await own.#as(
      "initdb",
      "-D",
      own.#primary.folder,
      "-U",
      "lintel",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--no-sync",
    );
    await own.#start(own.#primary);
    await own.query("create database lintel", "postgres");
    await own.#addStandby();
    return own;
  }

  /** Names both servers, as DATABASE_URL takes it. */
  get url(): string {
    const hosts = [this.#primary, this.#standby].map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://lintel@${hosts.join(",")}/lintel`;
  }

  /** Names the standby alone, as DATABASE_READ_URL takes it. */
  get standbyUrl(): string {
    return `postgres://lintel@127.0.0.1:${this.#standby.port}/lintel`;
  }

  get primaryPort(): number {
    return this.#primary.port;
  }

  get standbyPort(): number {
    return this.#standby.port;
  }

  /** On the server that takes the writes. */
  query<Row>(text: string, database = "lintel"): Promise<Row[]> {
    return this.#query(this.#primary, text, database);
  }

  queryStandby<Row>(text: string): Promise<Row[]> {
    return this.#query(this.#standby, text, "lintel");
  }

  async #query<Row>({ port }: Server, text: string, database: string): Promise<Row[]> {
    const client = new pg.Client({ host: "127.0.0.1", port, user: "lintel", database });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** `kill -9` of the server that takes the writes, and of all of its processes. */
  killPrimary(): Promise<void> {
    return this.#kill(this.#primary);
  }

  /** The same of the standby. Commits do not wait for it any more. */
  async killStandby(): Promise<void> {
    await this.query("alter system set synchronous_standby_names = ''");
    await this.query("select pg_reload_conf()");
    await this.#kill(this.#standby);
  }

  async restartStandby(): Promise<void> {
    // The process may be gone without having been reaped.
    await rm(join(this.#standby.folder, "postmaster.pid"), { force: true });
    await this.#start(this.#standby);
  }

  /** Refuses writes on the primary, on open connections too, as what switches to the standby may do before it promotes it. */
  async fencePrimary(): Promise<void> {
    await this.query("alter system set default_transaction_read_only = on");
    await this.query("select pg_reload_conf()");
  }

  async #kill({ folder }: Server): Promise<void> {
    const pid = Number((await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n")[0]);
    const children = await run("pgrep", ["-P", String(pid)]).then(({ stdout }) => stdout.split("\n"));
    for (const each of [pid, ...children.map(Number)]) {
      if (each > 0) killIfThere(each);
    }
  }

  /** Makes the standby the server that takes the writes. */
  async promoteStandby(): Promise<void> {
    await this.#as("pg_ctl", "promote", "-D", this.#standby.folder, "-t", "60");
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  /** Starts the primary that was killed as it was: it takes writes, of which the promoted server learns nothing. */
  async reviveReplaced(): Promise<void> {
    await this.#waitForNoStandby(this.#standby);
    await this.restartStandby();
  }

  /** Makes the server that was killed a new standby, from a base backup, and waits until commits wait for it. */
  async rebuildStandby(): Promise<void> {
    await rm(this.#standby.folder, { recursive: true });
    await this.#addStandby();
  }

  async close(): Promise<void> {
    for (const { folder } of [this.#primary, this.#standby])
      await this.#as("pg_ctl", "stop", "-D", folder, "-m", "immediate").catch(() => {});
    await rm(this.#parent, { recursive: true });
  }

  async #addStandby(): Promise<void> {
    const { folder } = this.#standby;
    await this.#as(
      "pg_basebackup",
      "-D",
      folder,
      "-h",
      "127.0.0.1",
      "-p",
      String(this.#primary.port),
      "-U",
      "lintel",
      "-R",
      "-c",
      "fast",
    );
    // Copied from the primary.
    await this.#waitForNoStandby(this.#standby);
    await this.#start(this.#standby);
    await this.query("alter system set synchronous_standby_names = '*'");
    await this.query("select pg_reload_conf()");
    const began = performance.now();
    while (!(await this.#isSynchronous())) {
      if (performance.now() - began > WAIT_MS) throw new Error("The standby has not become synchronous");
      await delay(50);
    }
  }

  /** For a server that takes writes without a standby: else each would wait for one. */
  async #waitForNoStandby({ folder }: Server): Promise<void> {
    await this.#as("sed", "-i", "/synchronous_standby_names/d", join(folder, "postgresql.auto.conf"));
  }

  async #isSynchronous(): Promise<boolean> {
    const rows = await this.query<{ sync_state: string }>("select sync_state from pg_stat_replication");
    return rows.some(({ sync_state }) => sync_state === "sync");
  }

  /** @throws with PostgreSQL's own log when the server does not start. */
  async #start({ folder, port }: Server): Promise<void> {
    // Without a socket file: that of a killed server is in the way for as long as its process is not reaped.
    const options = `-p ${port} -c unix_socket_directories= -h 127.0.0.1 -c fsync=off -c full_page_writes=off`;
    const log = `${folder}.log`;
    const starting = this.#as("pg_ctl", "start", "-D", folder, "-w", "-t", "60", "-l", log, "-o", options);
    await starting.catch(async (cause) => {
      throw new Error(`PostgreSQL has not started:\n${await readFile(log, "utf8")}`, { cause });
    });
  }

  /** PostgreSQL refuses to run as root. */
  #as(program: string, ...args: string[]): Promise<unknown> {
    const path = program === "sed" ? program : join(this.#bin, program);
    return isRoot ? run("runuser", ["-u", "postgres", "--", path, ...args]) : run(path, args);
  }
}

const isRoot = userInfo().uid === 0;

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
