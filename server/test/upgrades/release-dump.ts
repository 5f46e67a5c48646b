import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { removeFolder } from "../harness/remove-folder.ts";
import { runPostgres } from "../proofs/own-cluster.ts";
import { withOwnDatabase } from "../proofs/own-database.ts";
import { checkOut } from "./check-out.ts";
import { type KeptDump, keptDumps } from "./kept-dumps.ts";

/*
 * `scripts/with-postgres.sh npm run release:dump`: makes the dump of this version's database, which is kept with each release.
 * `-- COMMIT LABEL` makes that of an earlier commit, from a checkout of it.
 */

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const HERE = fileURLToPath(new URL("./", import.meta.url));
const FILL = "server/test/upgrades/fill-database.ts";
const COMPRESSION = 19;
/** It is in every clone. */
const LARGEST = 500_000;

const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error("Needs a PostgreSQL: scripts/with-postgres.sh npm run release:dump");
const [commit, label] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "lintel-dump-"));
try {
  const root = commit === undefined ? ROOT : join(folder, "tree");
  if (commit !== undefined) await checkOutWithScript(commit, root);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const migration = await lastMigration(root);
  const file = `${label ?? version}-${migration.slice(0, 4)}.sql.zst`;
  const text = await withOwnDatabase(DATABASE_URL, (url) => dumpOf(root, url));
  const bytes = await promisify(zstdCompress)(text, {
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION },
  });
  if (bytes.length > LARGEST)
    throw new Error(`The dump has ${bytes.length} bytes: keep fewer rows in ${FILL}`);
  await writeFile(join(HERE, file), bytes);
  await record({ file, migration, reference: commit ?? `v${version}` });
  const rows = text.match(/^\t\(/gm)?.length ?? 0;
  process.stdout.write(`${file}: ${rows} rows, ${text.length} characters, ${bytes.length} bytes\n`);
} finally {
  await removeFolder(folder);
}

/** Commits from before the script have all that it uses. */
async function checkOutWithScript(reference: string, root: string): Promise<void> {
  await checkOut(reference, root);
  await mkdir(join(root, "server/test/upgrades"), { recursive: true });
  await copyFile(join(ROOT, FILL), join(root, FILL));
}

async function lastMigration(root: string): Promise<string> {
  const names = (await readdir(join(root, "server/migrations"))).filter((name) => name.endsWith(".sql"));
  return (names.sort().at(-1) as string).replace(".sql", "");
}

/** Statements that need no psql, so that the embedded database can run them too. */
async function dumpOf(root: string, url: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, "data") };
  await run(process.execPath, [join(root, FILL)], { cwd: root, env, maxBuffer: 64 * 1_048_576 });
  const text = await runPostgres("pg_dump", [
    ...[`--dbname=${url}`, "--no-owner", "--no-privileges", "--no-comments"],
    ...["--inserts", "--rows-per-insert=200"],
  ]);
  return text.replaceAll(/^\\(un)?restrict .*\n/gm, "");
}

async function record(dump: KeptDump): Promise<void> {
  const others = keptDumps().filter(({ file }) => file !== dump.file);
  await writeFile(join(HERE, "dumps.json"), `${JSON.stringify([...others, dump], null, 2)}\n`);
}
