import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { createKysely } from "../../src/platform/database/database.ts";
import { createPool } from "../../src/platform/database/pool.ts";

/** An empty database on that PostgreSQL server for the duration of `work`. */
export async function withOwnDatabase<Result>(
  serverUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `lintel_proof_${randomBytes(8).toString("hex")}`;
  const server = createKysely(createPool({ target: { url: serverUrl }, maxConnections: 1 }));
  await sql.raw(`create database ${name}`).execute(server);
  const own = new URL(serverUrl);
  own.pathname = `/${name}`;
  try {
    return await work(own.href);
  } finally {
    await sql.raw(`drop database ${name} with (force)`).execute(server);
    await server.destroy();
  }
}
