import { usageOfTree } from "../../server/test/harness/process-tree.ts";

const EVERY_MS = 500;
const MB = 1024 * 1024;

/** Watches a process and those it has started. @returns a function that ends this and tells their processor time and most memory (RSS). */
export function watchTree(pid: number): () => { processorMs: number; memoryMb: number } {
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
