import { type ChildProcess, fork } from "node:child_process";
import { CostlyPicture, type WorkerMessage } from "./picture-task.ts";

export type WorkerProgram = {
  /** Its main file: answers each message with a `WorkerMessage`, and ends when it is disconnected. */
  file: string;
  /** Heap of JavaScript. */
  maxHeapMb: number;
  /** A worker that has grown beyond this exits to return its memory. */
  maxIdleBytes: number;
  /** A worker that has not answered within this is ended. */
  timeoutMs: number;
};

/** Environment variables that the worker needs; none has a secret. Without the cache of compiled code a start takes twice the time. */
const PASSED_ON = ["PATH", "SystemRoot", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "NODE_COMPILE_CACHE"];

/** The worker exited for an unknown reason, or did not answer in time; a retry may succeed. */
export class WorkerLost extends Error {}

/** A process that works on one picture at a time and can be killed at any time. */
export class WorkerProcess<Request extends object> {
  readonly #child: ChildProcess;
  readonly #program: WorkerProgram;
  #busy = false;
  /** True when it has exited or grown too large. */
  #spent = false;

  constructor(program: WorkerProgram) {
    this.#program = program;
    const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
    this.#child = fork(program.file, [], {
      // Few arenas, so that memory returns to the system after each picture.
      env: { ...env, MALLOC_ARENA_MAX: "2" },
      execArgv: ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${program.maxHeapMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // Sending to a process that just exited; the exit is handled below.
    this.#child.on("error", () => {});
    this.#child.once("exit", () => {
      this.#spent = true;
    });
    this.#hold(false);
  }

  get usable(): boolean {
    return !this.#spent && !this.#busy && this.#child.connected;
  }

  /** @throws CostlyPicture, WorkerLost; the signal's reason when it is aborted, which also ends the worker. */
  async run(request: Request, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    this.#busy = true;
    this.#hold(true);
    const { promise, resolve, reject } = Promise.withResolvers<WorkerMessage>();
    const lost = () => reject(new WorkerLost("The picture worker ended"));
    const leave = () => reject(signal.reason);
    const late = () => reject(new WorkerLost("The picture worker exceeded the time limit"));
    const timer = setTimeout(late, this.#program.timeoutMs);
    this.#child.on("message", resolve).once("exit", lost);
    signal.addEventListener("abort", leave, { once: true });
    try {
      this.#child.send(request, (error) => error && lost());
      const message = await promise;
      if ("exceeded" in message) throw new CostlyPicture(`too much ${message.exceeded}`);
      if (message.rss > this.#program.maxIdleBytes) this.kill();
      if ("error" in message) throw new Error(message.error);
      return message.result;
    } catch (error) {
      this.kill();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#child.off("message", resolve).off("exit", lost);
      signal.removeEventListener("abort", leave);
      this.#busy = false;
      this.#hold(false);
    }
  }

  kill(): void {
    this.#spent = true;
    this.#child.kill("SIGKILL");
  }

  /** An idle worker must not keep the server's process alive. */
  #hold(held: boolean): void {
    const channel = this.#child.channel;
    if (held) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
    }
  }
}
