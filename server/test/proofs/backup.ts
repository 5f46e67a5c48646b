import { existsSync } from "node:fs";
import { mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { removeFolder } from "../harness/remove-folder.ts";
import { lintel } from "../harness/run-lintel.ts";
import { expectSignedIn, openInstallation } from "./backup-installation.ts";
import { BackupWriters } from "./backup-writers.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const WRITERS = 6;
const CONNECTIONS = WRITERS + 2;
const ADMIN = "bootstrap-key-of-the-backup-proof-00";
const DIGESTS_EQUAL = "The digest of every table is that of the backup's moment.";

/**
 * Backups of the embedded database while writers send leads and edits, each restored into a folder of its own. The restored database has
 * the digests of every table that were computed in the moment of the backup, and of each writer the writes up to one of them: all that
 * were acknowledged before the backup began, none after a gap. Every third backup is killed first, and every third server.
 *
 * @param firstRound 1 begins with a round in which a backup is killed, 0 with one in which nothing is.
 */
export async function proveBackup(rounds: number, { firstRound = 0 } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-backup-"));
  const settings = {
    DATA_DIR: join(folder, "data"),
    INIT_CWD: folder,
    DEMO: process.env.DEMO ?? "false",
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
  };
  let server = await startServer(settings, CONNECTIONS);
  const totals = { writes: 0, kills: 0, rows: 0, pauses: [] as number[] };
  try {
    const installation = await openInstallation(server, ADMIN, settings.DATA_DIR);
    const writers = new BackupWriters(installation, WRITERS);
    await writers.prepare(server);
    for (let round = firstRound; round < firstRound + rounds; round++) {
      const file = join(folder, `backup-${round}.tar.zst`);
      const writing = writers.start(server);
      await delay(500);
      if (round % 3 === 1) totals.kills += await killBackup(file, settings);
      if (round % 3 === 2) {
        writers.stopQuietly();
        totals.kills += await killServer(file, settings, server);
        await writing.catch(() => {});
        server = await startServer(settings, CONNECTIONS);
        await writers.readBack(server);
        writers.start(server);
        if (existsSync(join(settings.DATA_DIR, "backup.tmp"))) throw new Error("A start left backup.tmp");
        await delay(500);
      }
      const before = writers.acknowledged();
      const taken = await run(["backup", file, "--digests"], settings);
      const after = writers.sent();
      await writers.stop();
      if (((await stat(file)).mode & 0o777) !== 0o600) throw new Error("Others may read the backup");
      totals.pauses.push(Number(/requests waited (\d+) ms/.exec(taken)?.[1]));

      const restored = { ...settings, DATA_DIR: join(folder, `restored-${round}`) };
      const output = await run(["restore", file], restored);
      if (!output.includes(DIGESTS_EQUAL)) throw new Error(`No digests were compared: ${output}`);
      totals.rows = Number(/ with ([\d,]+) rows/.exec(output)?.[1]?.replaceAll(",", ""));
      const copy = await startServer(restored, CONNECTIONS);
      try {
        totals.writes += await writers.expectOneMoment(copy, { before, after });
        await expectSignedIn(copy, installation);
        const names = ["secrets.json"];
        for (const name of names) {
          const [old, now] = await Promise.all(
            [settings, restored].map(({ DATA_DIR }) => readFile(join(DATA_DIR, name), "utf8")),
          );
          if (old !== now) throw new Error(`${name} differs`);
        }
      } finally {
        copy.kill();
        await copy.stop();
      }
      await removeFolder(restored.DATA_DIR);
    }
  } finally {
    server.kill();
    await server.stop();
    await removeFolder(folder);
  }
  const pauses = totals.pauses.toSorted((a, b) => a - b);
  return (
    `${rounds} backups beside ${WRITERS} writers of leads and edits, ${totals.kills} kill -9 in mid-backup: each restored to one moment ` +
    `(${totals.writes} writes, none lost, none after a gap), digests of every table equal (${totals.rows} rows at last), sign-in links, ` +
    `sessions, secrets and photos valid; requests waited ${pauses[0]} to ${pauses.at(-1)} ms with digests`
  );
}

async function run(args: string[], settings: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await lintel(args, settings).exit;
  if (status !== 0) throw new Error(`lintel ${args[0]} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** A backup whose command dies leaves no file of that name, and the server takes the next one. */
async function killBackup(file: string, settings: Record<string, string>): Promise<number> {
  const { child, exit } = lintel(["backup", file], settings);
  await copyBegun(settings);
  child.kill("SIGKILL");
  await exit;
  if (existsSync(file)) throw new Error("A killed backup left a file");
  for (
    const until = Date.now() + 10_000;
    existsSync(join(settings.DATA_DIR as string, "backup.tmp"));
    await delay(20)
  )
    if (Date.now() > until) throw new Error("The server kept backup.tmp of a killed command");
  return 1;
}

/** A backup whose server dies says so, and leaves no file. */
async function killServer(
  file: string,
  settings: Record<string, string>,
  server: ServerProcess,
): Promise<number> {
  const { exit } = lintel(["backup", file], settings);
  await copyBegun(settings);
  server.kill();
  const { status, stderr } = await exit;
  await server.stop();
  if (existsSync(file) && status !== 0) throw new Error(`A failed backup left a file: ${stderr}`);
  if (existsSync(`${file}.part`)) throw new Error("A failed backup left a draft");
  return 1;
}

async function copyBegun({ DATA_DIR }: Record<string, string>): Promise<void> {
  for (const until = Date.now() + 30_000; !existsSync(join(DATA_DIR as string, "backup.tmp")); await delay(5))
    if (Date.now() > until) throw new Error("The backup did not begin");
  await delay(Math.random() * 400);
}
