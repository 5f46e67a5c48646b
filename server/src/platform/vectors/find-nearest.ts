import { forEachId, type IdSetData } from "../id-set.ts";
import { BestKeys } from "./best-keys.ts";
import { exactCost, ROW_AMONG_OTHERS_COSTS, type Scan, scanEntries, scanRows } from "./exact-scan.ts";
import type { Graph } from "./graph.ts";
import { Marks } from "./marks.ts";
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

type Ground = { rows: VectorRows; scorer: Scorer; live: LiveGraph | null; exactUpTo: number };

/** What one filter allows: its entries, each once; null marks are those of every entry. */
type Wanted = { k: number; entries: Int32Array; vectors: number; marks: Marks | null };

/**
 * The keys nearest to a query, for each filter. Uses an exact scan where that is quick, otherwise the graph: its candidates are
 * filtered and compared exactly, and their number grows until enough pass. Falls back to the exact scan when the graph finds too
 * few. Filters that need a scan of all rows share one, and so do wider filters then.
 */
export function findNearest(ground: Ground, { query, filters }: SearchRequest): Nearest[] {
  const { rows } = ground;
  ground.scorer.ask(query);
  const wanted = filters.map(({ k, among }, nth) => allowed(rows, k, among, nth));
  const found = new Map<Wanted, BestKeys>();
  const scanned: Scan[] = [];
  for (const each of wanted.toSorted((a, b) => a.vectors - b.vectors)) {
    const best = scanned.length === 0 ? withoutScan(ground, query, each) : null;
    if (best === null) scanned.push({ best: new BestKeys(each.k), marks: each.marks });
    found.set(each, best ?? (scanned.at(-1) as Scan).best);
  }
  if (scanned.length > 0) scanRows(ground, scanned);
  return wanted.map((each) => nearestOf(found.get(each) as BestKeys));
}

function nearestOf(best: BestKeys): Nearest {
  const hits = best.sorted();
  return {
    keys: hits.map(({ key }) => key),
    similarities: hits.map(({ product }) => cosineOf(product)),
    nth: hits.map(({ nth }) => nth),
  };
}

/** Kept from search to search, one for each filter. */
const marksOfFilters: Marks[] = [];

function allowed(rows: VectorRows, k: number, among: IdSetData | null, nth: number): Wanted {
  const entries = new Int32Array(rows.entries);
  let [count, vectors] = [0, 0];
  if (among === null) {
    for (let entry = 0; entry < rows.entries; entry++) if (rows.counts[entry] !== 0) entries[count++] = entry;
    return { k, entries: entries.subarray(0, count), vectors: rows.live, marks: null };
  }
  marksOfFilters[nth] ??= new Marks();
  const marks = marksOfFilters[nth];
  marks.begin(rows.entries);
  forEachId(among, (key) => {
    const entry = rows.entryOf(key);
    if (entry === -1 || !marks.add(entry)) return;
    entries[count++] = entry;
    vectors += rows.counts[entry] as number;
  });
  return { k, entries: entries.subarray(0, count), vectors, marks };
}

/** Null when a scan of all rows is quicker than the graph and than the rows of the entries. */
function withoutScan(ground: Ground, query: Int16Array, wanted: Wanted): BestKeys | null {
  const best = throughGraph(ground, query, wanted);
  if (best !== null || exactCost(ground.rows, wanted.vectors) >= ground.rows.rows) return best;
  return scanEntries(ground, wanted.entries, wanted.k);
}

/** Null when an exact scan is quicker, or the graph finds too few. */
function throughGraph(
  ground: Ground,
  query: Int16Array,
  { k, entries, vectors, marks }: Wanted,
): BestKeys | null {
  const { live, rows, exactUpTo } = ground;
  if (live === null || vectors <= exactUpTo) return null;
  const share = entries.length / rows.size;
  const aside = rows.rows - live.rows;
  // As many candidates must pass the filter as without one, if it has nothing to do with the query.
  let count = Math.ceil(Math.max(live.reach, k * CANDIDATES_PER_KEY) / share);
  while (count * CANDIDATE_COSTS + aside * ROW_AMONG_OTHERS_COSTS < exactCost(rows, vectors)) {
    const near = entriesNear(ground, live, { query, count, filter: marks });
    // Twice as many as are asked for: the last ones of a list are those a graph is least sure of.
    if (near.size >= 2 * k) return scanEntries(ground, withRowsBehind(ground, live, near, marks), k);
    count *= WIDER;
  }
  return null;
}

/** Entries of the graph's candidates that pass the filter. */
function entriesNear(
  { rows }: Ground,
  { graph, moved }: LiveGraph,
  { query, count, filter }: { query: Int16Array; count: number; filter: Marks | null },
): Set<number> {
  const found = new Set<number>();
  for (const known of graph.near(query, count)) {
    const row = moved ? (moved[known] as number) : known;
    const entry = row === -1 ? -1 : (rows.owners[row] as number);
    if (entry !== -1 && (filter === null || filter.has(entry))) found.add(entry);
  }
  return found;
}

/** Adds the entries of the rows that the graph does not have. */
function withRowsBehind(
  { rows }: Ground,
  live: LiveGraph,
  near: Set<number>,
  marks: Marks | null,
): Int32Array {
  for (let row = live.rows; row < rows.rows; row++) {
    const entry = rows.owners[row] as number;
    if (entry !== -1 && (marks === null || marks.has(entry))) near.add(entry);
  }
  return Int32Array.from(near);
}
