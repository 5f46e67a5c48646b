import { getPriority, setPriority } from "node:os";

/**
 * Gives the calling thread (on other systems than Linux: the process) a nice value of at least `nice`, so that requests get the
 * processors first. A value that is already higher stays: only a privileged user may lower it, and whoever started the server so
 * wants all of it to give way.
 */
export function yieldProcessor(nice: number): void {
  if (getPriority() < nice) setPriority(nice);
}
