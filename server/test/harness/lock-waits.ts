import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { DB } from "../../src/platform/database/types.generated.ts";

/** How many connections of this database wait for a lock. On PostgreSQL alone: the embedded database has one connection. */
export async function locksAwaited(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting as number;
}

/** Waits until that many connections wait for a lock. */
export async function untilLocksAwaited(db: Kysely<DB>, count = 1): Promise<void> {
  await expect.poll(() => locksAwaited(db), { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(count);
}
