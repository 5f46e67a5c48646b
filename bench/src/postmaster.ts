import { readFile } from "node:fs/promises";
import pg from "pg";

/** The process that has started all others of that PostgreSQL; null when it is not on this machine. */
export async function postmasterOf(server: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const stat = await readFile(`/proc/${rows[0].pid}/stat`, "utf8").catch(() => null);
  await client.end();
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
