import { forEachId, hasId, type IdSetData } from "../id-set.ts";
import type { BestKeys } from "./best-keys.ts";
import { COARSE_ROW_COSTS, ROW_AMONG_OTHERS_COSTS, scanEntries, scanRows } from "./exact-scan.ts";
import type { Graph } from "./graph.ts";
import type { FilterData, Nearest, SearchRequest } from "./protocol.ts";
import { cosineOf } from "./quantized.ts";
import type { Scorer } from "./scorer.ts";
import type { VectorRows } from "./vector-rows.ts";

/** In sequentially read rows. Measured; see docs/decisions/vectors-in-process.md. */
const CANDIDATE_COSTS = 80;
const CANDIDATES_PER_KEY = 4;
const WIDER = 4;

/** A graph in use, and the changes of the rows since it was built. */
export type LiveGraph = {
  graph: Graph;
  /** It has the rows up to here. Later ones are compared exactly. */
  rows: number;
  reach: number;
  /** The new positions of its rows after a compaction. */
  moved: Int32Array | null;
};

type Ground = { rows: VectorRows; scorer: Scorer; live: LiveGraph | null; exactUpTo: number };

/**
 * The keys nearest to a query, for each filter. What costs least: the rows of the filter's entries, or the graph, whose candidates
 * are filtered and compared exactly, and whose number grows until enough pass; or one scan of all rows for all filters, if that costs
 * less than these together, or the graph finds too few.
 */
export function findNearest(ground: Ground, { query, filters }: SearchRequest): Nearest[] {
  ground.scorer.ask(query);
  const alone = filters.reduce((sum, filter) => sum + Math.min(...Object.values(costs(ground, filter))), 0);
  const isScanned = alone >= scanCost(ground.rows);
  const found = filters.map((filter) => (isScanned ? null : withoutScan(ground, query, filter)));
  const missing = filters.filter((_, nth) => found[nth] === null);
  const scanned = missing.length === 0 ? [] : scanRows(ground, query, missing);
  return found.map((known) => nearestOf(known ?? (scanned.shift() as BestKeys)));
}

function scanCost({ rows }: VectorRows): number {
  return rows * COARSE_ROW_COSTS;
}

function nearestOf(best: BestKeys): Nearest {
  const hits = best.sorted();
  return {
    keys: hits.map(({ key }) => key),
    similarities: hits.map(({ product }) => cosineOf(product)),
    nth: hits.map(({ nth }) => nth),
  };
}

/** In sequentially read rows: of the rows of a filter's entries, and of the graph's first candidates. */
function costs(ground: Ground, filter: FilterData): { entries: number; graph: number } {
  const { rows, live, exactUpTo } = ground;
  const vectors = vectorsOf(rows, filter);
  const graph =
    live === null || vectors <= exactUpTo
      ? Number.POSITIVE_INFINITY
      : graphCost(rows, live, firstCount(rows, live, filter));
  return { entries: vectors * ROW_AMONG_OTHERS_COSTS, graph };
}

/** As many as its keys have on average. */
function vectorsOf(rows: VectorRows, { size }: FilterData): number {
  return rows.size === 0 ? 0 : Math.min(rows.live, Math.ceil((size * rows.live) / rows.size));
}

/** As many candidates must pass the filter as without one, if it has nothing to do with the query. */
function firstCount(rows: VectorRows, { reach }: LiveGraph, { k, size }: FilterData): number {
  return Math.ceil(Math.max(reach, k * CANDIDATES_PER_KEY) / Math.min(1, size / rows.size));
}

function graphCost(rows: VectorRows, live: LiveGraph, candidates: number): number {
  return candidates * CANDIDATE_COSTS + (rows.rows - live.rows) * ROW_AMONG_OTHERS_COSTS;
}

/** Null when a scan of all rows is quicker than the graph and than the rows of the entries. */
function withoutScan(ground: Ground, query: Int16Array, filter: FilterData): BestKeys | null {
  const best = throughGraph(ground, query, filter);
  if (best !== null) return best;
  const { rows } = ground;
  if (costs(ground, filter).entries >= scanCost(rows)) return null;
  return scanEntries(ground, entriesOf(rows, filter.among), filter.k);
}

/** The entries of a filter's keys, each once. */
function entriesOf(rows: VectorRows, among: IdSetData | null): Int32Array {
  const entries = new Int32Array(rows.entries);
  let count = 0;
  if (among === null) {
    for (let entry = 0; entry < rows.entries; entry++) if (rows.counts[entry] !== 0) entries[count++] = entry;
  } else {
    forEachId(among, (key) => {
      const entry = rows.entryOf(key);
      if (entry !== -1) entries[count++] = entry;
    });
  }
  return entries.subarray(0, count);
}

/** Null when an exact scan is quicker, or the graph finds too few. */
function throughGraph(ground: Ground, query: Int16Array, filter: FilterData): BestKeys | null {
  const { live, rows } = ground;
  const { entries, graph } = costs(ground, filter);
  if (live === null || graph === Number.POSITIVE_INFINITY) return null;
  const exact = Math.min(entries, scanCost(rows));
  const { k, among } = filter;
  for (let count = firstCount(rows, live, filter); graphCost(rows, live, count) < exact; count *= WIDER) {
    const near = entriesNear(ground, live, { query, count, among });
    // Twice as many as are asked for: the last ones of a list are those a graph is least sure of.
    if (near.size >= 2 * k) return scanEntries(ground, withRowsBehind(ground, live, near, among), k);
  }
  return null;
}

/** Entries of the graph's candidates that pass the filter. */
function entriesNear(
  { rows }: Ground,
  { graph, moved }: LiveGraph,
  { query, count, among }: { query: Int16Array; count: number; among: IdSetData | null },
): Set<number> {
  const found = new Set<number>();
  for (const known of graph.near(query, count)) {
    const row = moved ? (moved[known] as number) : known;
    const entry = row === -1 ? -1 : (rows.owners[row] as number);
    if (entry !== -1 && isAmong(rows, among, entry)) found.add(entry);
  }
  return found;
}

/** Adds the entries of the rows that the graph does not have. */
function withRowsBehind(
  { rows }: Ground,
  live: LiveGraph,
  near: Set<number>,
  among: IdSetData | null,
): Int32Array {
  for (let row = live.rows; row < rows.rows; row++) {
    const entry = rows.owners[row] as number;
    if (entry !== -1 && isAmong(rows, among, entry)) near.add(entry);
  }
  return Int32Array.from(near);
}

function isAmong(rows: VectorRows, among: IdSetData | null, entry: number): boolean {
  return among === null || hasId(among, rows.keys[entry] as number);
}
