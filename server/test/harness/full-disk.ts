import { vi } from "vitest";
import type { DiskSpace } from "../../src/platform/disk-space.ts";

/** Runs `work` while DATA_DIR has no more than the reserve of the embedded database. */
export async function onFullDisk<R>(
  { services: { disk } }: { services: { disk: DiskSpace } },
  work: () => Promise<R>,
): Promise<R> {
  const spy = vi.spyOn(disk, "isExhausted").mockResolvedValue(true);
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}
