import { forEachId, type IdSetData } from "../id-set.ts";
import type { BestKeys } from "./best-keys.ts";
import { exactCost, ROW_AMONG_OTHERS_COSTS, scanEntries, scanRows } from "./exact-scan.ts";
import type { Graph } from "./graph.ts";
import type { Marks } from "./marks.ts";
import type { Nearest, SearchRequest } from "./protocol.ts";
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

type Ground = { rows: VectorRows; scorer: Scorer; live: LiveGraph | null; exactUpTo: number; marks: Marks };

/**
 * The keys nearest to a query. Uses an exact scan where that is quick, otherwise the graph: its candidates are filtered and
 * compared exactly, and their number grows until enough pass. Falls back to the exact scan when the graph finds too few.
 */
export function findNearest(ground: Ground, { query, k, among }: SearchRequest): Nearest {
  const entries = allowed(ground, among);
  ground.scorer.ask(query);
  const best =
    throughGraph(ground, { query, k, entries, filtered: among !== null }) ??
    exact(ground, { entries, k, filtered: among !== null });
  const hits = best.sorted();
  return {
    keys: hits.map(({ key }) => key),
    similarities: hits.map(({ product }) => cosineOf(product)),
    nth: hits.map(({ nth }) => nth),
  };
}

/** The entries to search, each once; they are marked. */
function allowed({ rows, marks }: Ground, among: IdSetData | null): Int32Array {
  const entries = new Int32Array(rows.entries);
  let count = 0;
  marks.begin(rows.entries);
  if (among === null) {
    for (let entry = 0; entry < rows.entries; entry++) {
      if (rows.counts[entry] !== 0) entries[count++] = entry;
    }
  } else {
    forEachId(among, (key) => {
      const entry = rows.entryOf(key);
      if (entry !== -1 && marks.add(entry)) entries[count++] = entry;
    });
  }
  return entries.subarray(0, count);
}

/** Scans the rows of the entries, or all rows sequentially, whichever is quicker. */
function exact(ground: Ground, { entries, k, filtered }: Omit<Wanted, "query">): BestKeys {
  const { rows, marks } = ground;
  const vectors = entries.reduce((sum, entry) => sum + (rows.counts[entry] as number), 0);
  if (exactCost(rows, vectors) < rows.rows) return scanEntries(ground, entries, k);
  return scanRows(ground, filtered ? marks : null, k);
}

type Wanted = { query: Int16Array; k: number; entries: Int32Array; filtered: boolean };

/** Null when an exact scan is quicker, or the graph finds too few. */
function throughGraph(ground: Ground, { query, k, entries, filtered }: Wanted): BestKeys | null {
  const { live, rows, exactUpTo } = ground;
  if (live === null || entries.length === 0) return null;
  const share = entries.length / rows.size;
  const vectors = share * rows.live;
  if (vectors <= exactUpTo) return null;
  const aside = rows.rows - live.rows;
  // As many candidates must pass the filter as without one, if it has nothing to do with the query.
  let wanted = Math.ceil(Math.max(live.reach, k * CANDIDATES_PER_KEY) / share);
  while (wanted * CANDIDATE_COSTS + aside * ROW_AMONG_OTHERS_COSTS < exactCost(rows, vectors)) {
    const near = entriesNear(ground, live, { query, wanted, filter: filtered ? ground.marks : null });
    // Twice as many as are asked for: the last ones of a list are those a graph is least sure of.
    if (near.size >= 2 * k) return scanEntries(ground, withRowsBehind(ground, live, near, filtered), k);
    wanted *= WIDER;
  }
  return null;
}

/** Entries of the graph's candidates that pass the filter. */
function entriesNear(
  { rows }: Ground,
  { graph, moved }: LiveGraph,
  { query, wanted, filter }: { query: Int16Array; wanted: number; filter: Marks | null },
): Set<number> {
  const found = new Set<number>();
  for (const known of graph.near(query, wanted)) {
    const row = moved ? (moved[known] as number) : known;
    const entry = row === -1 ? -1 : (rows.owners[row] as number);
    if (entry !== -1 && (filter === null || filter.has(entry))) found.add(entry);
  }
  return found;
}

/** Adds the entries of the rows that the graph does not have. */
function withRowsBehind(
  { rows, marks }: Ground,
  live: LiveGraph,
  near: Set<number>,
  filtered: boolean,
): Int32Array {
  for (let row = live.rows; row < rows.rows; row++) {
    const entry = rows.owners[row] as number;
    if (entry !== -1 && (!filtered || marks.has(entry))) near.add(entry);
  }
  return Int32Array.from(near);
}
