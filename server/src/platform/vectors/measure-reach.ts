import { setImmediate } from "node:timers/promises";
import { BestKeys } from "./best-keys.ts";
import type { Graph } from "./graph.ts";
import { Scorer } from "./scorer.ts";
import type { SharedMemory } from "./similarity-kernel.ts";

const SAMPLES = 100;
const NEIGHBOURS = 10;
const WANTED = 0.995;
const NARROWEST = 32;
/** Beyond this share of all rows the exact scan is the quicker one. */
const WIDEST_SHARE = 1 / 80;
/** Queries are not quite like what they look for, so they get more than the samples needed. */
const MARGIN = 2;

type Ground = {
  memory: SharedMemory;
  dimensions: number;
  rows: number;
  rowAt: (row: number) => Int16Array;
  signal: AbortSignal;
};

/**
 * How many candidates to ask of a graph for the nearest ten to be among them, found out by comparing it with the exact
 * answers for some of its own vectors. How good a graph is depends on the vectors: those of a good model lie in clusters,
 * and a few dozen candidates do; among numbers drawn by chance thousands would not.
 *
 * Null when an exact scan is quicker than that many candidates. @throws the signal's reason
 */
export async function measureReach(graph: Graph, ground: Ground): Promise<number | null> {
  const { rows, rowAt, signal } = ground;
  const samples = await exactAnswers(ground);
  for (
    let reach = NARROWEST;
    reach * MARGIN <= Math.max(NARROWEST * MARGIN, rows * WIDEST_SHARE);
    reach *= 2
  ) {
    let found = 0;
    for (const { self, query, tenth } of samples) {
      // By their products: of many that are the same it does not matter which are found.
      const good = graph
        .near(query, reach + 1)
        .filter((row) => row !== self && product(query, rowAt(row)) >= tenth);
      found += Math.min(good.length, NEIGHBOURS);
      await setImmediate(undefined, { signal });
    }
    if (found >= samples.length * NEIGHBOURS * WANTED) return reach * MARGIN;
  }
  return null;
}

/** A sample is three parts of one vector and one of another: a query lies where no vector is. */
async function exactAnswers({ memory, dimensions, rows, rowAt, signal }: Ground) {
  const scorer = new Scorer(memory, 1, dimensions);
  const answers: { self: number; query: Int16Array; tenth: number }[] = [];
  for (let nth = 0; nth < SAMPLES; nth++) {
    const self = Math.floor((nth * rows) / SAMPLES);
    const other = rowAt((self * 7 + 1) % rows);
    const query = rowAt(self).map((value, index) => (3 * value + (other[index] as number)) / 4);
    if (query.every((value) => value === 0)) continue;
    scorer.ask(query);
    answers.push({ self, query, tenth: tenthProduct(scorer, rows, self) });
    await setImmediate(undefined, { signal });
  }
  return answers;
}

/** The product that the tenth nearest has, but for the row that asks. */
function tenthProduct(scorer: Scorer, rows: number, self: number): number {
  const best = new BestKeys(NEIGHBOURS);
  for (let from = 0; from < rows; from += scorer.atOnce) {
    const count = Math.min(scorer.atOnce, rows - from);
    for (let index = 0; index < count; index++) scorer.slots[index] = from + index;
    scorer.run(count);
    for (let index = 0; index < count; index++) {
      const product = scorer.products[index] as number;
      if (product >= best.floor && from + index !== self) best.offer(from + index, product, 0);
    }
  }
  return best.floor;
}

function product(one: Int16Array, other: Int16Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}
