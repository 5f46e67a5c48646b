import type { CardRow } from "../../listings/index.ts";
import type { PortableError } from "../../platform/database/thread/portable-error.ts";
import type { Feed } from "../feed-row.ts";
import type { Run } from "../sync/run.ts";

// Messages between the thread of a run and the process that started it.

/** What the thread is started with. */
export type RunData = {
  feed: Feed;
  run: Run;
  lease: { name: string; holder: string };
  embedded: boolean;
  /** The process's clock minus the machine's, in milliseconds. */
  clockOffset: number;
  outboundAllow: string[];
  logLevel: string;
};

/** Work that the process does for the thread. */
export type RunCalls = {
  begin: () => number;
  query: (transaction: number | null, sql: string, parameters: unknown[]) => unknown[];
  commit: (transaction: number) => void;
  rollback: (transaction: number) => void;
  catchUp: () => void;
};
export type RunMethod = keyof RunCalls;

export type FromRun =
  | { type: "call"; id: number; method: RunMethod; args: unknown[] }
  | { type: "cards"; rows: CardRow[] }
  | { type: "done" }
  | { type: "failed"; error: PortableError };

export type ToRun =
  | { type: "result"; id: number; result: unknown }
  | { type: "error"; id: number; error: PortableError }
  | { type: "stop" };
