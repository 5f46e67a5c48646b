import type { PgBoss, Queue } from "pg-boss";

/**
 * Makes the queue, or brings it up to date. The policy of one that is there cannot be changed: an earlier version's is made anew, and
 * what was called on it is called again by the processes that start.
 */
export async function ensureQueue(boss: PgBoss, name: string, options: Omit<Queue, "name">): Promise<void> {
  const known = await boss.getQueue(name);
  if (known !== null && known.policy !== options.policy) await boss.deleteQueue(name);
  await boss.createQueue(name, options);
  const { policy, ...changeable } = options;
  await boss.updateQueue(name, changeable);
}
