import { sql } from "kysely";
import { createKysely } from "../../../src/platform/database/database.ts";
import { createPool } from "../../../src/platform/database/pool.ts";
import { OutageProxy } from "../outages/outage-proxy.ts";
import { ReplicatedPostgres } from "./replicated-postgres.ts";

const COUNT = "select count(*)::int as count from written";

/** A primary and its standby with one table, a proxy before one of them, and pools of ours that write a row at a time. */
export async function openReplicated({ before }: { before: "primary" | "standby" }) {
  const postgres = await ReplicatedPostgres.start();
  await postgres.query("create table written (id int)");
  const proxy = await OutageProxy.before(before === "primary" ? postgres.primaryPort : postgres.standbyPort);
  const closing: (() => Promise<void>)[] = [];
  return {
    postgres,
    proxy,
    /** A pool of that address. @returns what writes a row through it. */
    writer(url: string): () => Promise<unknown> {
      const db = createKysely(createPool({ target: { url }, maxConnections: 3 }));
      closing.push(() => db.destroy());
      return () => sql`insert into written values (1)`.execute(db);
    },
    /** Rows on the primary. */
    rows: async () => (await postgres.query<{ count: number }>(COUNT))[0]?.count,
    rowsOfReplaced: async () => (await postgres.queryStandby<{ count: number }>(COUNT))[0]?.count,
    async close() {
      for (const close of closing) await close();
      await proxy.close();
      await postgres.close();
    },
  };
}

/** Whether a write succeeds. */
export const works = (write: () => Promise<unknown>) => () =>
  write().then(
    () => true,
    () => false,
  );

export const SOON = { timeout: 30_000, interval: 200 };
