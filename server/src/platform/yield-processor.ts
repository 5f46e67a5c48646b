import { getPriority, setPriority } from "node:os";

/**
 * Gives the calling thread (on other systems than Linux: the process) a nice value of at least `nice`, so that requests get the
 * processors first. A value that is already higher stays: only a privileged user may lower it, and a
 * server that was started with it is meant to give way as a whole.
 */
export function yieldProcessor(nice: number): void {
  if (getPriority() < nice) setPriority(nice);
}
