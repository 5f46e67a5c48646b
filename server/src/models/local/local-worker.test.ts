import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { LocalWorker } from "./local-worker.ts";

/** A worker that does what the text says. */
const script = `
import { parentPort } from "node:worker_threads";
let done = 0;
parentPort.on("message", ({ id, task }) => {
  const [what] = task.texts;
  if (what === "crash") throw new Error("crash");
  if (what === "leave") process.exit(7);
  if (what === "hang") for (;;);
  if (what === "fail") return parentPort.postMessage({ id, error: "the model has other inputs" });
  setTimeout(
    () => parentPort.postMessage({ id, answer: { vectors: [], text: what + " " + ++done } }),
    what === "slow" ? 250 : 0,
  );
});
`;

describe("a worker of local models", () => {
  let folder: string;
  let worker: LocalWorker;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-worker-"));
    await writeFile(join(folder, "worker.mjs"), script);
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    worker = open("worker.mjs");
  });
  afterEach(() => worker.close());

  const open = (file: string) =>
    new LocalWorker({
      script: pathToFileURL(join(folder, file)),
      setup: { dir: folder, threads: 1 },
      log: createLog("silent"),
      timings: { timeoutMs: { query: 1_500, batch: 60_000 }, hangMs: 5_000 },
    });
  const ask = async (text: string, waiting: "query" | "batch" = "batch") => {
    const { text: answer } = await worker.run({ kind: "texts", folder: "any", texts: [text] }, waiting);
    return answer;
  };

  it("does one task after the other, queries before batches", async () => {
    const answers = [ask("slow"), ask("one"), ask("two"), ask("asked", "query")];
    expect(await Promise.all(answers)).toEqual(["slow 1", "one 3", "two 4", "asked 2"]);
  });

  it.each(["crash", "leave", "hang"])("is started again after a %s; only that task is lost", async (what) => {
    expect(await ask("before")).toBe("before 1");
    const lost = ask(what);
    const next = ask("next");
    await expect(lost).rejects.toMatchObject({ reason: "unavailable" });
    expect(await next).toBe("next 1");
  });

  it("goes on after a task that fails", async () => {
    await expect(ask("fail")).rejects.toMatchObject({ reason: "failed" });
    expect(await ask("next")).toBe("next 1");
  });

  it("keeps no query waiting beyond its timeout, and no more than 256 calls of a kind", async () => {
    const started = performance.now();
    const slow = Array.from({ length: 8 }, () => ask("slow", "query").catch(({ reason }) => reason));
    expect(await Promise.all(slow)).toContain("unavailable");
    expect(performance.now() - started).toBeLessThan(10_000);
    const many = Array.from({ length: 300 }, () => ask("one").catch(({ reason }) => reason));
    const answers = await Promise.all(many);
    expect(answers.filter((answer) => answer === "unavailable").length).toBeGreaterThanOrEqual(42);
    expect(answers.filter((answer) => answer.startsWith("one")).length).toBeGreaterThanOrEqual(256);
  });

  it("says that nothing is installed where that is why it cannot start", async () => {
    await writeFile(join(folder, "bare.mjs"), 'import "@huggingface/no-such-package";');
    const bare = open("bare.mjs");
    const failure = bare.run({ kind: "texts", folder: "any", texts: ["one"] }, "batch");
    await expect(failure).rejects.toMatchObject({ reason: "not_loaded", message: /lintel models install/ });
    await bare.close();
  });

  it("ends what is under way when it is closed", async () => {
    const failures = [ask("hang"), ask("next")].map((pending) => pending.catch(({ reason }) => reason));
    await worker.close();
    expect(await Promise.all(failures)).toEqual(["unavailable", "unavailable"]);
    await expect(ask("later")).rejects.toMatchObject({ reason: "unavailable" });
  });
});
