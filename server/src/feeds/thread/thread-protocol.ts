import type { CardRow } from "../../listings/index.ts";
import type { PortableError } from "../../platform/database/thread/portable-error.ts";
import type {
  CallMessage,
  CallReply,
  DatabaseOperations,
} from "../../platform/database/thread/thread-calls.ts";
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
export type RunCalls = DatabaseOperations & { catchUp: () => void; requireSpace: () => void };

export type FromRun =
  | CallMessage<RunCalls>
  | { type: "cards"; rows: CardRow[] }
  | { type: "done" }
  | { type: "failed"; error: PortableError };

export type ToRun = CallReply | { type: "stop" };
