import { monitorEventLoopDelay } from "node:perf_hooks";

/**
 * Loaded into the measured server (`node --import`): reports the event loop delay to the parent process. `reset`
 * restarts the measurement.
 */
export type LoopDelay = { p50: number; p99: number; longest: number };

const delay = monitorEventLoopDelay({ resolution: 2 });
delay.enable();
process.on("message", (wish) => {
  if (wish === "reset") return delay.reset();
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  process.send?.({ p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), longest: ms(delay.max) });
});
process.channel?.unref();
