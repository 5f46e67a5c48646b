import { isMainThread } from "node:worker_threads";

/** Processor time in milliseconds: of the main thread, and of all threads of the process. */
export type ThreadTime = { main: number; all: number };

// Loaded into the measured server (`node --import`, which its worker threads load too): replies to any message with its times.
if (isMainThread) {
  process.on("message", () => {
    const main = process.threadCpuUsage();
    const all = process.cpuUsage();
    process.send?.({
      main: (main.user + main.system) / 1000,
      all: (all.user + all.system) / 1000,
    } satisfies ThreadTime);
  });
  process.channel?.unref();
}
