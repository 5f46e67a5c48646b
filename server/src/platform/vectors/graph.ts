import { Index, MetricKind, ScalarKind } from "usearch";
import { quantize8 } from "./quantized.ts";

// More links and a wider search while building than usual: a graph that is built beside everything else may take its time.
const CONNECTIVITY = 16;
const EXPANSION_ADD = 128;
const EXPANSION_SEARCH = 64;
const THREADS = 1;

/** usearch's graph (HNSW) over rows by their numbers, in 8 bits a dimension. It finds candidates and no more than that. */
export class Graph {
  readonly #index: Index;

  constructor(dimensions: number) {
    this.#index = new Index({
      dimensions,
      metric: MetricKind.Cos,
      quantization: ScalarKind.I8,
      connectivity: CONNECTIVITY,
      expansion_add: EXPANSION_ADD,
      expansion_search: EXPANSION_SEARCH,
      multi: false,
    });
  }

  /** @throws Error when the file is none of this kind. Whether it is whole is to be known before: usearch does not look. */
  static open(path: string, dimensions: number): Graph {
    const graph = new Graph(dimensions);
    graph.#index.load(path);
    if (graph.#index.dimensions() !== dimensions) throw new Error("A graph of other vectors");
    return graph;
  }

  /** Zeros are left out: they are near to nothing, and have no place in a graph. */
  add(firstRow: number, vectors: Int16Array[]): void {
    const dimensions = this.#index.dimensions();
    const rows: bigint[] = [];
    const bytes = new Int8Array(vectors.length * dimensions);
    vectors.forEach((vector, index) => {
      if (!quantize8(vector, bytes, rows.length * dimensions)) return;
      rows.push(BigInt(firstRow + index));
    });
    if (rows.length === 0) return;
    this.#index.add(BigUint64Array.from(rows), bytes.subarray(0, rows.length * dimensions), THREADS);
  }

  /** Rows near a vector, about the nearest ones: fewer than asked for when there are no more. */
  near(vector: Int16Array, count: number): number[] {
    const bytes = new Int8Array(vector.length);
    if (!quantize8(vector, bytes, 0) || this.#index.size() === 0) return [];
    return Array.from(this.#index.search(bytes, count, THREADS).keys, Number);
  }

  save(path: string): void {
    this.#index.save(path);
  }
}
