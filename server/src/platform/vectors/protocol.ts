import type { IdSetData } from "../id-set.ts";
import type { SharedMemory } from "./similarity-kernel.ts";
import type { RowsTable } from "./vector-rows.ts";

/** The start parameters of a search thread. */
export type ThreadData = {
  name: string;
  dimensions: number;
  /** Null: the index is not stored. */
  folder: string | null;
  exactUpTo: number;
};

/** The state of the index that the main thread reads without a message. */
export type IndexState = {
  revision: number;
  size: number;
  vectors: number;
  memoryBytes: number;
  /** Vectors in the graph; 0 without one. */
  graphed: number;
  /** A graph is being built. */
  building: boolean;
};

export type PutBatch = {
  keys: Float64Array<ArrayBuffer>;
  revisions: Float64Array<ArrayBuffer>;
  /** Vectors of each key. */
  counts: Int32Array<ArrayBuffer>;
  vectors: Int16Array<ArrayBuffer>;
};

/** The `k` nearest of some keys. `size`: how many keys; null: every key. */
export type FilterData = { k: number; among: IdSetData | null; size: number };

/** One query, compared with the keys of each filter. */
export type SearchRequest = { query: Int16Array<ArrayBuffer>; filters: FilterData[] };

/** Keys that were found, best first; the similarity of each, and which of its vectors reached it, from 0. */
export type Nearest = { keys: number[]; similarities: number[]; nth: number[] };

export type Request =
  | { kind: "put"; batch: PutBatch }
  | { kind: "remove"; keys: Float64Array<ArrayBuffer>; revision: number }
  | { kind: "search"; search: SearchRequest }
  | { kind: "keys" }
  | { kind: "save" }
  | { kind: "close" };

export type ToSearchThread = { id: number; request: Request };

export type LogLine = { level: "info" | "warn" | "error"; fields: Record<string, unknown>; text: string };

export type FromSearchThread =
  | { kind: "reply"; id: number; result: Nearest[] | Float64Array | null; state: IndexState }
  | { kind: "failure"; id: number; message: string; state: IndexState }
  | { kind: "state"; state: IndexState }
  | { kind: "log"; line: LogLine };

/** A graph in a file, as the thread that built it measured it. */
export type GraphFile = {
  path: string;
  bytes: number;
  crc: number;
  /** It has the rows from 0 up to here. */
  rows: number;
  /** Candidates needed to include the ten nearest; null when an exact scan is quicker. */
  reach: number | null;
};

export type ToKeeper =
  | {
      kind: "build";
      memory: SharedMemory;
      dimensions: number;
      /** Add to this one; null builds a new one. */
      base: { path: string; rows: number } | null;
      rows: number;
      path: string;
    }
  | {
      kind: "save";
      memory: SharedMemory;
      path: string;
      name: string;
      dimensions: number;
      table: RowsTable;
      graph: GraphFile | null;
    }
  /** Ends the thread. A graph that is being built is given up. */
  | { kind: "close" };

export type FromKeeper =
  | { kind: "built"; graph: GraphFile }
  | { kind: "saved"; path: string }
  | { kind: "failed"; what: "build" | "save"; message: string };
