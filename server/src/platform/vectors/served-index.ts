import { rmSync } from "node:fs";
import { join } from "node:path";
import { findNearest, type LiveGraph } from "./find-nearest.ts";
import { Graph } from "./graph.ts";
import { Keeper } from "./keeper.ts";
import { measureFile, readKept } from "./kept-file.ts";
import { KeptPlace } from "./kept-place.ts";
import type {
  FromSearchThread,
  GraphFile,
  IndexState,
  LogLine,
  Nearest,
  PutBatch,
  Request,
  ThreadData,
} from "./protocol.ts";
import { Scorer } from "./scorer.ts";
import { VectorRows } from "./vector-rows.ts";

/** Of the exact bound: so many rows are compared beside the graph before it learns of them. */
const BEHIND_SHARE = 1 / 5;
/** The share of rows that may be free before the gaps are closed. */
const MAX_FREE_SHARE = 1 / 4;
const MIN_FREE_SHARE = 1 / 25;
const TRY_AGAIN_MS = 60_000;

/** The index as its thread holds it. */
export class ServedIndex {
  readonly #data: ThreadData;
  readonly #place: KeptPlace;
  readonly #keeper = new Keeper();
  readonly #post: (message: FromSearchThread) => void;
  #rows: VectorRows;
  #scorer: Scorer;
  #live: LiveGraph | null = null;
  /** The last graph that was built, unless its rows have moved. */
  #graph: GraphFile | null = null;
  #building: Promise<void> | null = null;
  #saves = 0;
  #closing = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(data: ThreadData, post: (message: FromSearchThread) => void) {
    this.#data = data;
    this.#post = post;
    this.#place = new KeptPlace(data.folder, data.name);
    this.#rows = new VectorRows(data.dimensions);
    this.#load();
    this.#scorer = new Scorer(this.#rows.memory, 0, data.dimensions);
    this.#rows.coarse.warmUp();
    this.#build();
  }

  get state(): IndexState {
    return {
      revision: this.#rows.revision,
      size: this.#rows.size,
      vectors: this.#rows.live,
      // The graph weighs in memory about what it weighs in its file.
      memoryBytes: this.#rows.bytes + (this.#live ? (this.#graph?.bytes ?? 0) : 0),
      graphed: this.#live?.rows ?? 0,
      building: this.#building !== null,
    };
  }

  async serve(request: Request): Promise<Nearest[] | Float64Array | null> {
    switch (request.kind) {
      case "search":
        return findNearest(
          {
            rows: this.#rows,
            scorer: this.#scorer,
            live: this.#live,
            exactUpTo: this.#data.exactUpTo,
          },
          request.search,
        );
      case "put":
        this.#put(request.batch);
        return null;
      case "remove":
        for (const key of request.keys) this.#rows.remove(key);
        this.#rows.revision = Math.max(this.#rows.revision, request.revision);
        this.#tidy();
        return null;
      case "keys":
        return this.#rows.table().keys;
      case "save":
        await this.#save();
        return null;
      case "close":
        this.#closing = true;
        await this.#keeper.close();
        this.#place.close();
        return null;
    }
  }

  #put({ keys, revisions, counts, vectors }: PutBatch): void {
    let index = 0;
    keys.forEach((key, nth) => {
      const end = index + (counts[nth] as number) * this.#data.dimensions;
      this.#rows.put(key, revisions[nth] as number, vectors.subarray(index, end));
      index = end;
    });
    this.#tidy();
  }

  /** Compacts the rows and rebuilds or extends the graph, if needed. */
  #tidy(): void {
    const gone = this.#rows.rows - this.#rows.live;
    const worthIt =
      gone > this.#rows.rows * MAX_FREE_SHARE && gone > this.#data.exactUpTo * MIN_FREE_SHARE && gone > 0;
    // No other thread may read rows while they move, and a graph's rows move once at most.
    if (worthIt && this.#building === null && this.#saves === 0 && !this.#live?.moved) this.#compact();
    this.#build();
  }

  #compact(): void {
    const moved = this.#rows.compact();
    this.#graph = null;
    if (this.#live === null) return;
    const known = moved.subarray(0, this.#live.rows);
    this.#live = { ...this.#live, moved, rows: known.reduce((count, row) => count + Number(row !== -1), 0) };
  }

  #build(): void {
    if (this.#closing || this.#building !== null || !this.#wantsGraph()) return;
    this.#building = this.#buildGraph()
      .catch((error: Error) => {
        if (this.#closing) return;
        this.#failedAt = performance.now();
        // What it was to be added to may be the reason: the next one is made of all rows.
        this.#graph = null;
        this.#log(
          "warn",
          { err: error.message },
          "Vectors: the graph could not be built; searches stay exact",
        );
      })
      .finally(() => {
        this.#building = null;
        this.#build();
        this.#post({ kind: "state", state: this.state });
      });
  }

  #wantsGraph(): boolean {
    const { exactUpTo } = this.#data;
    if (this.#rows.live <= exactUpTo || performance.now() - this.#failedAt < TRY_AGAIN_MS) return false;
    if (this.#graph === null) return true;
    // Where a graph was no help, it may be one when there is twice as much.
    if (this.#graph.reach === null) return this.#rows.rows > 2 * this.#graph.rows;
    return this.#rows.rows - this.#graph.rows > exactUpTo * BEHIND_SHARE;
  }

  async #buildGraph(): Promise<void> {
    const before = this.#graph;
    const graph = await this.#keeper.build({
      memory: this.#rows.memory,
      dimensions: this.#data.dimensions,
      base: before && { path: before.path, rows: before.rows },
      rows: this.#rows.rows,
      path: this.#place.newGraph(),
    });
    const replaced = this.#graph;
    this.#use(graph);
    this.#post({ kind: "state", state: this.state });
    if (this.#place.file !== null) await this.#save();
    if (replaced) rmSync(replaced.path, { force: true });
  }

  #use(graph: GraphFile): void {
    this.#graph = graph;
    this.#live =
      graph.reach === null
        ? null
        : {
            graph: Graph.open(graph.path, this.#data.dimensions),
            rows: graph.rows,
            reach: graph.reach,
            moved: null,
          };
  }

  async #save(): Promise<void> {
    const path = this.#place.file;
    if (path === null) return;
    this.#saves++;
    try {
      await this.#keeper.save({
        memory: this.#rows.memory,
        path,
        name: this.#data.name,
        dimensions: this.#data.dimensions,
        table: this.#rows.table(),
        graph: this.#graph,
      });
    } finally {
      this.#saves--;
    }
  }

  #load(): void {
    const path = this.#place.file;
    if (path === null) return;
    let graph: GraphFile | null = null;
    try {
      graph = readKept(path, this.#rows, this.#data.name);
    } catch (error) {
      this.#rows = new VectorRows(this.#data.dimensions);
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
        this.#log(
          "warn",
          { file: path, err: (error as Error).message },
          "Vectors: an unusable file is thrown away",
        );
        rmSync(path, { force: true });
      }
    }
    // An earlier version may have built one for fewer vectors.
    if (this.#rows.live <= this.#data.exactUpTo) graph = null;
    this.#place.sweep(graph && join(this.#place.folder, graph.path));
    if (graph) this.#loadGraph({ ...graph, path: join(this.#place.folder, graph.path) });
  }

  /** A damaged graph is not shown to usearch, which would read it as it is. */
  #loadGraph(graph: GraphFile): void {
    try {
      const { bytes, crc } = measureFile(graph.path);
      if (bytes !== graph.bytes || crc !== graph.crc) throw new Error("damaged");
      this.#use(graph);
    } catch (error) {
      this.#graph = null;
      this.#log(
        "warn",
        { file: graph.path, err: (error as Error).message },
        "Vectors: the graph is built anew",
      );
      rmSync(graph.path, { force: true });
    }
  }

  #log(level: LogLine["level"], fields: LogLine["fields"], text: string): void {
    this.#post({ kind: "log", line: { level, fields, text } });
  }
}
