import { readdirSync, readFileSync } from "node:fs";

/*
 * What this process and those that it has started have taken, as Linux counts it. Processes that have ended count too: their
 * parent has their time.
 */

const TICK_MS = 10;
const PAGE_BYTES = 4096;

type Usage = { processorMs: number; bytes: number };

export function usageOfTree(root = process.pid): Usage {
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));
  const tree = new Set([root]);
  for (let grown = true; grown; ) {
    const more = all.filter(({ pid, parent }) => tree.has(parent) && !tree.has(pid));
    for (const { pid } of more) tree.add(pid);
    grown = more.length > 0;
  }
  const members = all.filter(({ pid }) => tree.has(pid));
  return {
    processorMs: members.reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0),
    bytes: members.reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0),
  };
}

function statOf(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in brackets, may hold anything.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const at = (field: number) => fields[field - 3] as number;
    return { pid: Number(pid), parent: at(4), ticks: at(14) + at(15) + at(16) + at(17), pages: at(24) };
  } catch {
    // It has just ended.
    return null;
  }
}
