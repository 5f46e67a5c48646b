import pg from "pg";
import { StartError } from "../../config/config.ts";
import { requireCluster } from "../../find-path.ts";
import type { Log } from "../../log.ts";
import { startEmbedded } from "../embedded/start-embedded.ts";
import { MIGRATIONS_TABLE, migrationNames } from "../migrate.ts";
import { copyTable } from "./copy-table.ts";
import { CANONICAL_FORM, digestTable, type TableDigest } from "./digest-table.ts";
import { createTables, openMoveTarget } from "./move-target.ts";
import { readSequences, readTables, setSequence, type Table } from "./tables.ts";

export type MoveProgress = {
  phase: "reading" | "copying" | "checking";
  table: string;
  /** Tables that are done in this phase. */
  tables: { done: number; total: number };
  /** Rows that are done in this phase; the total is known after the reading. */
  rows: { done: number; total: number };
};

export type MoveResult = { tables: number; rows: number };

type Move = {
  dataDir: string;
  to: string;
  log: Log;
  signal: AbortSignal;
  report: (progress: MoveProgress) => void;
};

/**
 * Copies every table of the embedded database into an empty PostgreSQL database, in one transaction there, and compares each
 * table's rows before it commits. The embedded database is only read.
 *
 * @throws StartError when one of them cannot be used, or when a table differs; DataFolderInUse when a server runs.
 */
export async function moveDatabase(move: Move): Promise<MoveResult> {
  const { dataDir, to, log, signal } = move;
  await requireCluster(dataDir);
  // Before the target is contacted: a running server is the likelier mistake.
  const embedded = await startEmbedded(dataDir, log);
  try {
    const source = new pg.Client({
      host: embedded.socketFolder,
      user: "postgres",
      database: "postgres",
    });
    await source.connect();
    source.on("error", () => {});
    await source.query(CANONICAL_FORM);
    await requireThisVersion(source, dataDir);
    signal.throwIfAborted();
    const target = await openMoveTarget(to);
    try {
      return await copyInTransaction(source, target, move);
    } finally {
      await Promise.all([source.end(), target.end()].map((ending) => ending.catch(() => {})));
    }
  } finally {
    await embedded.stop();
  }
}

/** @throws StartError when the embedded database has other migrations than this version makes in the target. */
async function requireThisVersion(source: pg.Client, dataDir: string): Promise<void> {
  const found = await source.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
    MIGRATIONS_TABLE,
  ]);
  const applied = found.rows[0]?.exists
    ? (await source.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by name`)).rows
    : [];
  const known = await migrationNames();
  const names = applied.map(({ name }) => name);
  if (names.join() === known.join()) return;
  const isNewer = names.some((name) => !known.includes(name));
  throw new StartError(
    isNewer
      ? `The database in ${dataDir} was made by a newer version of Lintel (${names.at(-1)}): move it with that version.`
      : `The database in ${dataDir} is of an older version of Lintel (${names.at(-1) ?? "no migrations"}). Run npm run lintel -- migrate, then move it.`,
  );
}

async function copyInTransaction(source: pg.Client, target: pg.Client, move: Move): Promise<MoveResult> {
  const tables = await readTables(source);
  const before = await digestTables("reading", source, tables, move, 0);
  const total = rowsOf(before);
  await target.query("begin");
  try {
    await createTables(target);
    requireSameTables(tables, await readTables(target));
    // Migrations insert some rows, which the embedded database has too.
    await target.query(`truncate ${tables.map(({ name }) => name).join(", ")}`);
    // Triggers would set new revisions and timestamps.
    const withTriggers = tables.filter(({ hasTriggers }) => hasTriggers);
    for (const { name } of withTriggers) await target.query(`alter table ${name} disable trigger user`);
    await copyTables(source, target, tables, move, total);
    for (const { name } of withTriggers) await target.query(`alter table ${name} enable trigger user`);
    const sequences = await readSequences(source);
    for (const sequence of sequences) await setSequence(target, sequence);
    requireEqual(before, await digestTables("checking", target, tables, move, total));
    if (JSON.stringify(sequences) !== JSON.stringify(await readSequences(target)))
      throw new StartError(`The sequences differ after the copy. ${UNCHANGED}`);
    await target.query("commit");
  } catch (error) {
    await target.query("rollback").catch(() => {
      // The connection is lost, and its transaction with it.
    });
    throw error;
  }
  // Plans for the tables' true sizes from the first start on; without it they come with the first autovacuum.
  await target
    .query("analyze")
    .catch((error) => move.log.warn({ err: error }, "moved tables not analyzed, autovacuum will do it"));
  return { tables: tables.length, rows: total };
}

const UNCHANGED = "Nothing is stored in the database of --to; the embedded database is as it was.";

async function copyTables(
  source: pg.Client,
  target: pg.Client,
  tables: Table[],
  { report, signal }: Move,
  total: number,
): Promise<void> {
  let rows = 0;
  for (const [done, table] of tables.entries()) {
    const progress = () =>
      report({
        phase: "copying",
        table: table.name,
        tables: { done, total: tables.length },
        rows: { done: rows, total },
      });
    progress();
    await copyTable(source, target, table, {
      signal,
      onRows(count) {
        rows += count;
        progress();
      },
    });
  }
}

async function digestTables(
  phase: "reading" | "checking",
  client: pg.Client,
  tables: Table[],
  { report, signal }: Move,
  total: number,
): Promise<Map<string, TableDigest>> {
  const digests = new Map<string, TableDigest>();
  for (const [done, table] of tables.entries()) {
    signal.throwIfAborted();
    report({
      phase,
      table: table.name,
      tables: { done, total: tables.length },
      rows: { done: rowsOf(digests), total },
    });
    digests.set(table.name, await digestTable(client, table));
  }
  return digests;
}

function rowsOf(digests: Map<string, TableDigest>): number {
  return [...digests.values()].reduce((sum, { rows }) => sum + rows, 0);
}

/** @throws StartError that names the first table or column that differs. */
function requireSameTables(source: Table[], target: Table[]): void {
  const lines = (tables: Table[]) =>
    tables
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name} ${column.type}`))
      .sort();
  const [left, right] = [lines(source), lines(target)];
  const different = [
    ...left.filter((line) => !right.includes(line)),
    ...right.filter((line) => !left.includes(line)),
  ];
  if (different.length > 0) throw new StartError(`The tables differ (${different[0]}). ${UNCHANGED}`);
}

/** @throws StartError that names each table whose rows differ. */
function requireEqual(before: Map<string, TableDigest>, after: Map<string, TableDigest>): void {
  const different = [...before].flatMap(([name, { rows, digest }]) => {
    const copy = after.get(name);
    if (copy?.rows === rows && copy.digest === digest) return [];
    return `  ${name}: ${rows} rows, ${copy?.rows === rows ? "with other values" : `${copy?.rows} in the copy`}`;
  });
  if (different.length > 0) throw new StartError(`The copy differs:\n${different.join("\n")}\n${UNCHANGED}`);
}
