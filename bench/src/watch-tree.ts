import { usageOfTree } from "../../server/test/harness/process-tree.ts";

export type TreeUse = { processorMs: number; memoryMb: number };

const EVERY_MS = 500;
const MB = 1024 * 1024;

/** Watches a process and those it has started: processor time, and memory (RSS) at most. @returns what they have used when it is called. */
export function watchTree(pid: number): () => TreeUse {
  const began = usageOfTree(pid).processorMs;
  let bytes = 0;
  const look = () => {
    const usage = usageOfTree(pid);
    bytes = Math.max(bytes, usage.bytes);
    return usage.processorMs - began;
  };
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    return { processorMs: look(), memoryMb: bytes / MB };
  };
}
