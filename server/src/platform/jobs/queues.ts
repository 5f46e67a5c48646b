import { type ConstructorOptions, PgBoss, type Queue } from "pg-boss";
import type { DatabaseHandle } from "../database/database.ts";

/** The schema of pg-boss's tables. */
export const SCHEMA = "jobs";

/**
 * Slow polling: `wake` triggers a run at once, and due work is recorded in our own tables. With pg-boss's defaults,
 * an idle embedded database would answer four queries per second.
 */
const SLOW_POLLING = {
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 15,
  superviseIntervalSeconds: 300,
  monitorIntervalSeconds: 3600,
  queueCacheIntervalSeconds: 3600,
  bamIntervalSeconds: 600,
  // No job depends on others, and no queue is large enough to bloat an index.
  flowIntervalSeconds: 3600,
  reindex: false,
  monitorVacuum: false,
};

/** The names of jobs that wait for a process. Its conditions are those of pg-boss's index of waiting jobs. */
export const WOKEN_JOBS = `
  select distinct name from ${SCHEMA}.job where state < 'active' and not blocked and start_after <= now()`;

/** pg-boss on our connections. Nothing of it runs before `start`. */
export function newBoss(
  { query, embedded }: DatabaseHandle,
  { clock, ...options }: Partial<ConstructorOptions>,
): PgBoss {
  return new PgBoss({
    ...SLOW_POLLING,
    ...options,
    db: { executeSql: (text, values) => query(text, values) },
    backend: embedded ? "pglite" : "postgres",
    schema: SCHEMA,
    ...(clock && { clock }),
  });
}

/**
 * Creates or updates the queue. A queue's policy cannot be changed: an earlier version's queue is recreated, and
 * processes that start wake the jobs that were lost with it.
 */
export async function ensureQueue(boss: PgBoss, name: string, options: Omit<Queue, "name">): Promise<void> {
  const known = await boss.getQueue(name);
  if (known !== null && known.policy !== options.policy) await boss.deleteQueue(name);
  await boss.createQueue(name, options);
  const { policy, ...changeable } = options;
  await boss.updateQueue(name, changeable);
}

/** Deletes the queue of a job that earlier versions had, with its schedule. */
export async function deleteQueue(boss: PgBoss, name: string): Promise<void> {
  if ((await boss.getQueue(name)) === null) return;
  await boss.unschedule(name);
  await boss.deleteQueue(name);
}
