import type { PgBoss, Queue } from "pg-boss";

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
