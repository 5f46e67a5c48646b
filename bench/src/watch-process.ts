import { monitorEventLoopDelay } from "node:perf_hooks";

/** What a process has used since the last reset: delays of its event loop and processor time in ms, memory (RSS) at most in MB. */
export type ProcessUse = {
  loop: { p50: number; p99: number; longest: number };
  processorMs: number;
  memoryMb: number;
};

/*
 * Loaded into the measured server (`node --import`): reports its use to the parent process. `reset` restarts the measurement.
 */
const MEMORY_EVERY_MS = 100;
const MB = 1024 * 1024;
const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();
let processor = process.cpuUsage();
let memory = 0;
setInterval(() => {
  memory = Math.max(memory, process.memoryUsage.rss());
}, MEMORY_EVERY_MS).unref();

process.on("message", (wish) => {
  if (wish === "reset") {
    delay.reset();
    processor = process.cpuUsage();
    memory = 0;
    return;
  }
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  const { user, system } = process.cpuUsage(processor);
  const use: ProcessUse = {
    loop: { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), longest: ms(delay.max) },
    processorMs: (user + system) / 1000,
    memoryMb: Math.max(memory, process.memoryUsage.rss()) / MB,
  };
  process.send?.(use);
});
process.channel?.unref();
