import { rm } from "node:fs/promises";

/**
 * Removes a folder and all in it. A process that was just killed may still have a child that writes there for a moment:
 * tried again until it is gone, for some 10 s.
 */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 15, retryDelay: 90 });
}
