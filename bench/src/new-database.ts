import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Settings of an embedded database in a new folder, which is deleted after the work. */
export async function onNewFolder<T>(work: (settings: Record<string, string>) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  try {
    return await work({ DATA_DIR: dataDir, DATABASE_URL: "", DEMO: "false" });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A new database of that PostgreSQL server, and a new folder; both are deleted after the work. */
export async function onNewDatabase<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `lintel_bench_${process.pid}`;
  const home = new pg.Client({ connectionString: server });
  await home.connect();
  await home.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const before = process.env.DATA_DIR;
  process.env.DATA_DIR = dataDir;
  try {
    return await work(url.href);
  } finally {
    process.env.DATA_DIR = before;
    await home.query(`drop database ${name} with (force)`);
    await home.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Settings of a new database: of that PostgreSQL server, or embedded where it is null. */
export function onNew<T>(
  server: string | null,
  work: (settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (server === null) return onNewFolder(work);
  return onNewDatabase(server, (url) => work({ DATABASE_URL: url, DATA_DIR: process.env.DATA_DIR ?? "" }));
}
