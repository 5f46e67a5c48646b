import { Worker } from "node:worker_threads";
import type { FromKeeper, GraphFile, ToKeeper } from "./protocol.ts";

type Order = { settle: (answer: FromKeeper) => void; fail: (error: Error) => void; kind: "build" | "save" };
type Build = Omit<Extract<ToKeeper, { kind: "build" }>, "kind">;
type Save = Omit<Extract<ToKeeper, { kind: "save" }>, "kind">;

/** The thread that builds graphs and writes files: started when first needed, and again when it has died. */
export class Keeper {
  #worker: Worker | null = null;
  /** Of each kind one is under way at a time; the thread answers them in turn. */
  readonly #orders: Order[] = [];
  #closed = false;

  async build(order: Build): Promise<GraphFile> {
    const answer = await this.#ask({ kind: "build", ...order });
    if (answer.kind !== "built") throw new Error("The keeper answered something else");
    return answer.graph;
  }

  async save(order: Save): Promise<void> {
    await this.#ask({ kind: "save", ...order });
  }

  /** Waits for files that are being written; a graph that is being built is given up. */
  async close(): Promise<void> {
    this.#closed = true;
    const saves = this.#orders.filter(({ kind }) => kind === "save");
    await Promise.allSettled(saves.map((save) => new Promise((done) => after(save, done))));
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    // Not worker.terminate(): a thread that is ended within a call of usearch aborts the process.
    worker.postMessage({ kind: "close" } satisfies ToKeeper);
    await ended;
  }

  #ask(message: Exclude<ToKeeper, { kind: "close" }>): Promise<FromKeeper> {
    if (this.#closed) return Promise.reject(new Error("The index is closed"));
    return new Promise((settle, fail) => {
      this.#orders.push({ settle, fail, kind: message.kind });
      this.#thread().postMessage(message);
    });
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./keeper-thread.ts", import.meta.url));
    worker.on("message", (answer: FromKeeper) => this.#answered(answer));
    worker.on("error", (error) => this.#died(worker, error as Error));
    worker.on("exit", () => this.#died(worker, new Error("The keeper's thread has ended")));
    this.#worker = worker;
    return worker;
  }

  #answered(answer: FromKeeper): void {
    const kind = answer.kind === "failed" ? answer.what : answer.kind === "built" ? "build" : "save";
    const index = this.#orders.findIndex((order) => order.kind === kind);
    const [order] = this.#orders.splice(index, 1);
    if (answer.kind === "failed") order?.fail(new Error(answer.message));
    else order?.settle(answer);
  }

  #died(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const order of this.#orders.splice(0)) order.fail(error);
  }
}

function after(order: Order, done: (value: unknown) => void): void {
  const { settle, fail } = order;
  order.settle = (answer) => {
    settle(answer);
    done(null);
  };
  order.fail = (error) => {
    fail(error);
    done(null);
  };
}
