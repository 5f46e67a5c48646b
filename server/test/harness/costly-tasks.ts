/** Work for picture workers that takes more than it may (picture-workers.test.ts). */

/** Busy in short pieces, as libvips' threads are: the worker's own thread goes on. */
export async function spendTime(bytes: Buffer): Promise<string> {
  const until = performance.now() + Number(bytes.toString()) * 1000;
  while (performance.now() < until) {
    const turn = performance.now() + 10;
    while (performance.now() < turn);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return "done";
}

/** The system gives memory by pages, when they are written to: one byte of each is enough. */
const PAGE = 4096;

/** A megabyte for each in the text. */
export async function takeMemory(megabytes: Buffer): Promise<string> {
  const held: Buffer[] = [];
  for (let at = 0; at < Number(megabytes.toString()); at += 16) {
    const bytes = Buffer.allocUnsafeSlow(16 * 1_048_576);
    for (let page = 0; page < bytes.length; page += PAGE) bytes[page] = 1;
    held.push(bytes);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return `held ${held.length}`;
}

export async function whoAmI(): Promise<{ pid: number; variables: string[] }> {
  return { pid: process.pid, variables: Object.keys(process.env) };
}

export async function wait(): Promise<never> {
  return new Promise(() => {});
}

export async function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}
