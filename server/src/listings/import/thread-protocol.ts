import type { PortableError } from "../../platform/database/thread/portable-error.ts";
import type {
  CallMessage,
  CallReply,
  DatabaseOperations,
} from "../../platform/database/thread/thread-calls.ts";
import type { CardRow } from "../cards/cards-by-id.sql.ts";
import type { ColumnMap } from "./column-map.ts";
import type { ImportCounts } from "./import-records.ts";
import type { SourceOutcome } from "./import-source.ts";
import type { Reject } from "./reject.ts";
import type { SourceBefore } from "./source-replacement.ts";

// Messages between an import thread and the process that started it.

/** What the thread is started with. */
export type ThreadData = {
  source: string;
  map: ColumnMap | null;
  /** Null when no listings are to be removed. */
  replace: { guardPercent: number | undefined; before: SourceBefore } | null;
  embedded: boolean;
  /** The process's clock minus the machine's, in milliseconds. */
  clockOffset: number;
};

/** Work that the process does for the thread. */
export type Calls = DatabaseOperations & {
  catchUp: () => void;
  requireSpace: () => void;
  stored: (counts: ImportCounts, rejects: Reject[]) => void;
  removed: (progress: { removed: number; missing: number }) => void;
};

export type FromThread =
  | CallMessage<Calls>
  | { type: "cards"; rows: CardRow[] }
  /** So many bytes of the input have been read. */
  | { type: "taken"; bytes: number }
  | { type: "done"; outcome: SourceOutcome }
  | { type: "failed"; error: PortableError };

export type ToThread =
  | CallReply
  | { type: "input"; bytes: Uint8Array }
  | { type: "end" }
  /** The input broke off. */
  | { type: "broken"; error: PortableError }
  | { type: "stop" };
