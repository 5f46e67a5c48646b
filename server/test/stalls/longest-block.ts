export type Block = {
  /** The longest time that the thread computed without letting others have their turn, by its own processor time. */
  cpuMs: number;
  /** The same by the clock: on a busy machine others' work is in it. */
  wallMs: number;
};

const EVERY_MS = 1;

/** Watches the event loop of this thread while `work` runs. */
export async function longestBlock(work: () => Promise<unknown>): Promise<Block> {
  const longest: Block = { cpuMs: 0, wallMs: 0 };
  let cpu = process.threadCpuUsage();
  let wall = performance.now();
  const look = () => {
    const used = process.threadCpuUsage(cpu);
    longest.cpuMs = Math.max(longest.cpuMs, (used.user + used.system) / 1000);
    longest.wallMs = Math.max(longest.wallMs, performance.now() - wall);
    cpu = process.threadCpuUsage();
    wall = performance.now();
  };
  const timer = setInterval(look, EVERY_MS);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
