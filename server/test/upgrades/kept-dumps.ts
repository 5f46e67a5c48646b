import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import pg from "pg";

/** A dump of a version's database, by which its upgrade to later versions is tested. */
export type KeptDump = {
  /** `VERSION-MIGRATION.sql.zst` in this folder. */
  file: string;
  /** The last migration of its schema. */
  migration: string;
  /** The commit or the tag of the program that made it. */
  reference: string;
};

const FOLDER = fileURLToPath(new URL("./", import.meta.url));
const LIST = join(FOLDER, "dumps.json");

/** Keys in every dump, by role; those of the broker and the agent are of the demo brokerage. */
export const DUMP_KEYS = {
  admin: "kept-dump-admin-key-0123456789abcdef",
  broker: "kept-dump-broker-key-0123456789abcde",
  agent: "kept-dump-agent-key-0123456789abcdef",
};
/** The time of the test clock at which every dump was made. */
export const DUMPED_AT = "2026-06-15T12:00:00Z";
/** The domain of the demo brokerage. */
export const DUMP_HOST = "localhost";

/** All, the oldest schema first. */
export function keptDumps(list = LIST): KeptDump[] {
  const all: KeptDump[] = JSON.parse(readFileSync(list, "utf8"));
  return all.toSorted((a, b) => (a.migration < b.migration ? -1 : 1));
}

/** The newest dump with a schema older than this version's, else the newest of all. */
export function previousDump(lastMigration: string): KeptDump {
  const all = keptDumps();
  const found = all.findLast(({ migration }) => migration < lastMigration) ?? all.at(-1);
  if (!found) throw new Error("No dump is kept: npm run release:dump");
  return found;
}

/** The statements of a dump. */
export async function readDump({ file }: Pick<KeptDump, "file">): Promise<string> {
  return (await promisify(zstdDecompress)(await readFile(join(FOLDER, file)))).toString();
}

/** Runs a dump's statements on an empty database: an address, or the folder of the embedded database's socket. */
export async function restoreDump(
  dump: KeptDump,
  target: { url: string } | { socket: string },
): Promise<void> {
  const client = new pg.Client(
    "url" in target
      ? { connectionString: target.url }
      : { host: target.socket, user: "postgres", database: "postgres" },
  );
  await client.connect();
  try {
    // One transaction, for speed. The dump changes the search path, and all connections of the embedded database are one session.
    await client.query(`begin; ${await readDump(dump)}; commit; reset all`);
  } finally {
    await client.end();
  }
}

/** Tables whose rows a migration after the oldest kept dump changes, in columns that the dump has: by migration, then by table, why. */
const CHANGED_ON_PURPOSE: Record<string, Record<string, string>> = {};

/** The tables that these migrations change. */
export function changedOnPurpose(migrations: readonly string[]): string[] {
  return migrations.flatMap((name) => Object.keys(CHANGED_ON_PURPOSE[name] ?? {}));
}
