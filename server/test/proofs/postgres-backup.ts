import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { removeFolder } from "../harness/remove-folder.ts";
import { differing, digestsOf } from "../harness/table-digests.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { BackupWriters } from "./backup-writers.ts";
import { type Cluster, giveToPostgres, runPostgres, startCluster } from "./own-cluster.ts";
import { openBrokerage, post, type ServerProcess, startServer } from "./server-process.ts";

const WRITERS = 6;
const ADMIN = "bootstrap-key-of-the-postgres-backup";
const DOMAIN = "postgres-backup.test";

/**
 * The procedures of docs/operations/backups.md on clusters of its own, COUNT times, beside writers of leads and edits: pg_dump with
 * pg_restore, whose database has the digests of every table of the dump's snapshot; and a base backup with archived WAL, restored to a time
 * between two known writes.
 */
export async function provePostgresBackup(rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-postgres-backup-"));
  const archive = join(folder, "archive");
  await mkdir(archive);
  giveToPostgres(folder);
  const data = join(folder, "primary");
  await runPostgres("initdb", ["-D", data, "-U", "lintel", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]);
  const primary = await startCluster(data, {
    archive_mode: "on",
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    max_wal_senders: "4",
  });
  const settings = (database: string, name: string) => ({
    ...{ DATA_DIR: join(folder, name), DATABASE_URL: database, DEMO: "false", RATE_LIMITS: "off" },
    ...{ LOG_LEVEL: "error", BOOTSTRAP_ADMIN_KEY: ADMIN, ...secretSettings },
  });
  const server = await startServer(settings(primary.url("postgres"), "data"), WRITERS + 2);
  const totals = { tables: 0, rows: 0, writes: 0 };
  try {
    const brokerageId = await openBrokerage(server, DOMAIN, ADMIN);
    const writers = new BackupWriters({ adminKey: ADMIN, domain: DOMAIN, brokerageId }, WRITERS);
    await writers.prepare(server);
    for (let round = 0; round < rounds; round++) {
      writers.start(server);
      await delay(500);
      const dumped = await dumpAndRestore(
        primary,
        writers,
        join(folder, `dump-${round}`),
        `restored_${round}`,
      );
      Object.assign(totals, { tables: dumped.tables, rows: dumped.rows });
      const atDump = await withServer(
        settings(primary.url(`restored_${round}`), `restored-${round}`),
        (copy) => writers.expectOneMoment(copy, dumped),
      );
      const point = await restoreToTime({ primary, server, writers, folder, archive, round });
      const atPoint = await withServer(settings(point.cluster.url("postgres"), `point-${round}`), (copy) =>
        writers.expectOneMoment(copy, point),
      ).finally(() => point.cluster.stop());
      totals.writes += atDump + atPoint;
      await writers.stop();
    }
  } finally {
    server.kill();
    await server.stop();
    await primary.stop();
    await removeFolder(folder);
  }
  return (
    `${rounds} dumps beside ${WRITERS} writers, restored by pg_restore: digests of ${totals.tables} tables equal those of the dump's snapshot ` +
    `(${totals.rows} rows at last); ${rounds} base backups beside them, restored from archived WAL to a time between two known writes: the ` +
    `first there, the second not; of each writer all acknowledged writes, none after a gap (${totals.writes} in all)`
  );
}

type Moment = { before: number[]; after: number[] };

async function dumpAndRestore(primary: Cluster, writers: BackupWriters, file: string, name: string) {
  const source = primary.url("postgres");
  const client = await connect(source);
  const before = writers.acknowledged();
  await client.query("begin isolation level repeatable read");
  const { rows } = await client.query("select pg_export_snapshot() as snapshot");
  const after = writers.sent();
  await runPostgres("pg_dump", [
    `--dbname=${source}`,
    "--format=custom",
    `--snapshot=${rows[0].snapshot}`,
    `--file=${file}`,
  ]);
  const expected = await digestsOf(client);
  await client.query("commit");
  await client.end();
  await runPostgres("createdb", [`--maintenance-db=${source}`, name]);
  await runPostgres("pg_restore", ["--no-owner", "--exit-on-error", `--dbname=${primary.url(name)}`, file]);
  const restored = await connect(primary.url(name));
  const found = await digestsOf(restored).finally(() => restored.end());
  const changed = differing(expected, found);
  if (changed.length > 0 || found.tables.length !== expected.tables.length)
    throw new Error(`The restored dump differs: ${changed.join(", ")}`);
  return { before, after, tables: expected.tables.length, rows: expected.rows };
}

type Point = {
  primary: Cluster;
  server: ServerProcess;
  writers: BackupWriters;
  folder: string;
  archive: string;
  round: number;
};

/** Restores a base backup and the archived WAL to a time between two writes, and checks that the first is there and the second is not. */
async function restoreToTime({
  primary,
  server,
  writers,
  folder,
  archive,
  round,
}: Point): Promise<Moment & { cluster: Cluster }> {
  const base = join(folder, `base-${round}`);
  const source = primary.url("postgres");
  await runPostgres("pg_basebackup", [
    `--dbname=${source}`,
    "-D",
    base,
    "--wal-method=stream",
    "--checkpoint=fast",
  ]);
  await sendMarker(server, `First${round}`);
  const client = await connect(source);
  const before = writers.acknowledged();
  const { rows } = await client.query("select clock_timestamp()::text as time");
  const after = writers.sent();
  await sendMarker(server, `Second${round}`);
  const wal = await client.query("select pg_walfile_name(pg_switch_wal()) as name");
  await client.end();
  for (
    const until = Date.now() + 60_000;
    !(await readdir(archive)).includes(wal.rows[0].name);
    await delay(50)
  )
    if (Date.now() > until) throw new Error(`${wal.rows[0].name} was not archived`);

  await writeFile(join(base, "recovery.signal"), "");
  giveToPostgres(base);
  const cluster = await startCluster(base, {
    archive_mode: "off",
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: rows[0].time,
    recovery_target_action: "promote",
  });
  const restored = await connect(cluster.url("postgres"));
  try {
    for (const until = Date.now() + 60_000; ; await delay(50)) {
      const state = await restored.query("select pg_is_in_recovery() as recovering");
      if (!state.rows[0].recovering) break;
      if (Date.now() > until) throw new Error("The recovery did not reach its time");
    }
    const found = await restored.query("select last_name from leads where first_name = 'Marker'");
    const names = found.rows.map((row) => row.last_name);
    if (!names.includes(`First${round}`) || names.includes(`Second${round}`))
      throw new Error(`Restored to ${rows[0].time}: ${names.join(", ")}`);
  } finally {
    await restored.end();
  }
  return { before, after, cluster };
}

async function sendMarker(server: ServerProcess, lastName: string): Promise<void> {
  const body = {
    firstName: "Marker",
    lastName,
    email: `${lastName}@visitors.test`,
    subject: "House",
    message: "Hello.",
  };
  await post(server, "/api/contact", "success", { headers: { host: DOMAIN }, body });
}

async function withServer<Result>(
  settings: Record<string, string>,
  work: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(settings, 4);
  try {
    return await work(server);
  } finally {
    server.kill();
    await server.stop();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  return client;
}
