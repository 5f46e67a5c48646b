import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { IdSet } from "../../server/src/platform/id-set.ts";
import { quantize16 } from "../../server/src/platform/vectors/quantized.ts";
import { VectorIndex } from "../../server/src/platform/vectors/vector-index.ts";
import { clusteredSet, DIMENSIONS, drawFilter, randomSet, type VectorSet } from "./vector-sets.ts";

const VECTORS = 100_000;
/** Fewer than the product's bound, so that a graph is built. */
const GRAPHED_ABOVE = 25_000;
const SEARCHES = 500;
const K = 10;
const FILTERS_OF_A_KIND = 5;
const BUILD_TIMEOUT_MS = 300_000;

type Case = { label: string; filters: (Float64Array | null)[] };

/**
 * Searches among 100,000 vectors under filters, with and without the graph, and the effect of building it on other work. `-- --exact`:
 * without a graph, 100 searches of each kind.
 */
export async function benchVectors(): Promise<void> {
  const { values: options } = parseArgs({
    args: process.argv.slice(3),
    options: { exact: { type: "boolean", default: false } },
  });
  if (options.exact) {
    for (const set of [clusteredSet(VECTORS, SEARCHES / 5), randomSet(VECTORS, SEARCHES / 5)])
      await benchExact(set);
    return;
  }
  for (const set of [clusteredSet(VECTORS, SEARCHES), randomSet(VECTORS, SEARCHES)]) {
    const folder = mkdtempSync(join(tmpdir(), "bench-vectors-"));
    console.log(`${VECTORS.toLocaleString("en")} x ${DIMENSIONS}, ${set.label}`);
    const index = await open(folder, "graph", GRAPHED_ABOVE);
    const plain = await open(null, "exact", Number.POSITIVE_INFINITY);
    const quantized = set.vectors.map(quantize16);
    globalThis.gc?.();
    await feedAndBuild(index, set, quantized);
    await putAll(plain, quantized);
    const cases = casesOf(set);
    const truth = exactAnswers(set, cases);
    for (const each of cases) {
      await report(`${each.label}, the index`, index, set, each, truth);
      await report(`${each.label}, exact alone`, plain, set, each, truth);
    }
    await plain.close();
    await index.close();
    const started = performance.now();
    const again = await open(folder, "graph", GRAPHED_ABOVE);
    console.log(`  opened from its files in ${Math.round(performance.now() - started)} ms`);
    await again.close();
    rmSync(folder, { recursive: true });
  }
}

async function benchExact(set: VectorSet): Promise<void> {
  const index = await open(null, "exact", Number.POSITIVE_INFINITY);
  await putAll(index, set.vectors.map(quantize16));
  const cases = casesOf(set);
  const truth = exactAnswers(set, cases);
  console.log(`${VECTORS.toLocaleString("en")} x ${DIMENSIONS}, ${set.label}`);
  for (const each of cases) await report(each.label, index, set, each, truth);
  console.log(`  ${Math.round(index.memoryBytes / VECTORS)} bytes a vector with its key`);
  await index.close();
}

function open(folder: string | null, name: string, exactUpTo: number): Promise<VectorIndex> {
  const log = pino({ level: "warn" });
  return VectorIndex.open({ folder, name, dimensions: DIMENSIONS, log, exactUpTo });
}

type Quantized = Int16Array[];

async function putAll(index: VectorIndex, quantized: Quantized): Promise<void> {
  for (let at = 0; at < quantized.length; at += 500) {
    const some = quantized.slice(at, at + 500);
    await index.put(
      some.map((vector, nth) => ({ key: at + nth + 1, revision: at + nth + 1, vectors: [vector] })),
    );
  }
}

/** Searches continue while the index is filled, built and saved; the event loop delay is measured in each phase. */
async function feedAndBuild(index: VectorIndex, set: VectorSet, quantized: Quantized): Promise<void> {
  let searching = true;
  const times: number[] = [];
  const searches = (async () => {
    for (let nth = 0; searching; nth++) {
      const query = set.queries[nth % SEARCHES] as Float32Array;
      const started = performance.now();
      await index.search(query, { k: K, among: null });
      times.push(performance.now() - started);
      await setTimeout(10);
    }
  })();
  const feeding = await watch(() => putAll(index, quantized));
  const building = await watch(() => graphOf(index));
  const saving = await watch(() => index.save());
  searching = false;
  await searches;
  console.log(
    `  fed in ${seconds(feeding.ms)}, graph of ${index.graphed.toLocaleString("en")} after ${seconds(building.ms)} more, ` +
      `saved in ${Math.round(saving.ms)} ms`,
  );
  console.log(
    `  event loop blocked at most (by its own work): feeding ${feeding.longest}, building ${building.longest}, saving ${saving.longest}; ` +
      `${times.length} searches meanwhile: p50 ${percentile(times, 0.5)} p95 ${percentile(times, 0.95)} ms`,
  );
  const each = index.memoryBytes / VECTORS;
  console.log(
    `  ${Math.round(each)} bytes a vector with its graph and keys, ${DIMENSIONS * 2} of them numbers`,
  );
}

/** Waits until the graph has nearly all vectors, or was found not to help. */
async function graphOf(index: VectorIndex): Promise<void> {
  const started = performance.now();
  while (index.building || index.graphed < VECTORS * 0.9) {
    if (performance.now() - started > BUILD_TIMEOUT_MS) return;
    if (!index.building && index.graphed === 0) return;
    await setTimeout(20);
  }
}

type Watched = { ms: number; longest: string };

/**
 * Reads the clock every millisecond: the longest time between two readings, and how much of it this thread worked. For the rest
 * it waited for a core.
 */
async function watch(work: () => Promise<void>): Promise<Watched> {
  let [longest, busiest] = [0, 0];
  let [clock, worked] = [performance.now(), cpuMs()];
  const timer = setInterval(() => {
    const [now, work] = [performance.now(), cpuMs()];
    longest = Math.max(longest, now - clock);
    busiest = Math.max(busiest, work - worked);
    [clock, worked] = [now, work];
  }, 1);
  const started = performance.now();
  await work();
  clearInterval(timer);
  return { ms: performance.now() - started, longest: `${longest.toFixed(1)} (${busiest.toFixed(1)}) ms` };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function casesOf(set: VectorSet): Case[] {
  const filters = (share: number, by: "key" | "cluster") =>
    Array.from({ length: FILTERS_OF_A_KIND }, (_, nth) => drawFilter(set, share, by, nth + 1));
  return [
    { label: "100 %", filters: [null] },
    { label: "50 %, whole clusters", filters: filters(0.5, "cluster") },
    { label: "10 %, by chance", filters: filters(0.1, "key") },
    { label: "10 %, whole clusters", filters: filters(0.1, "cluster") },
    { label: "1 %, by chance", filters: filters(0.01, "key") },
    { label: "1 %, whole clusters", filters: filters(0.01, "cluster") },
  ];
}

type Truth = Map<Case, number[][]>;

/** Exact, with 32-bit numbers, one after the other. */
function exactAnswers({ vectors, queries }: VectorSet, cases: Case[]): Truth {
  const truth: Truth = new Map(cases.map((each) => [each, []]));
  const all = Float64Array.from(vectors.keys(), (at) => at + 1);
  const products = new Float32Array(vectors.length);
  queries.forEach((query, nth) => {
    vectors.forEach((vector, at) => {
      let sum = 0;
      for (let dimension = 0; dimension < DIMENSIONS; dimension++) {
        sum += (query[dimension] as number) * (vector[dimension] as number);
      }
      products[at] = sum;
    });
    for (const each of cases) {
      const keys = each.filters[nth % each.filters.length] ?? all;
      truth.get(each)?.push(bestOf(keys, products));
    }
  });
  return truth;
}

function bestOf(keys: Float64Array, products: Float32Array): number[] {
  const best: number[] = [];
  const product = (key: number) => products[key - 1] as number;
  for (const key of keys) {
    if (best.length === K && product(key) <= product(best[K - 1] as number)) continue;
    let at = best.length;
    while (at > 0 && product(best[at - 1] as number) < product(key)) at--;
    best.splice(at, 0, key);
    if (best.length > K) best.pop();
  }
  return best;
}

async function report(
  label: string,
  index: VectorIndex,
  { queries }: VectorSet,
  each: Case,
  truth: Truth,
): Promise<void> {
  const times: number[] = [];
  let [found, wanted, short] = [0, 0, 0];
  const before = process.cpuUsage();
  for (const [nth, query] of queries.entries()) {
    const filter = each.filters[nth % each.filters.length] ?? null;
    const among = filter && IdSet.of(filter);
    const nearest = truth.get(each)?.[nth] as number[];
    const started = performance.now();
    const { keys } = await index.search(query, { k: K, among });
    times.push(performance.now() - started);
    wanted += nearest.length;
    found += nearest.filter((key) => keys.includes(key)).length;
    if (keys.length < nearest.length) short++;
  }
  const { user, system } = process.cpuUsage(before);
  const worked = ((user + system) / 1000 / queries.length).toFixed(2);
  console.log(
    `  ${label.padEnd(34)} recall@10 ${(found / wanted).toFixed(4)}  short pages ${short}  ` +
      `p50 ${percentile(times, 0.5)} ms  p95 ${percentile(times, 0.95)} ms  processor time ${worked} ms`,
  );
}

function percentile(times: number[], share: number): string {
  return (times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0).toFixed(2);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
