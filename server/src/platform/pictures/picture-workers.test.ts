import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay, setImmediate as turnOfLoop } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { removeFolder } from "../../../test/harness/remove-folder.ts";
import { CostlyPicture, PictureNotDecoded } from "./picture-task.ts";
import { type PictureCaller, type PictureLane, PictureWorkers } from "./picture-workers.ts";

const MODULE = new URL("../../../test/harness/costly-tasks.ts", import.meta.url).href;
const staying = new AbortController().signal;

describe("PictureWorkers", () => {
  const opened: PictureWorkers[] = [];
  const open = () => {
    const workers = new PictureWorkers();
    opened.push(workers);
    return workers;
  };
  afterEach(() => {
    for (const workers of opened.splice(0)) workers.close();
  });

  const run = <Result>(
    workers: PictureWorkers,
    name: string,
    text = "",
    { maxBytes, ...caller }: Partial<PictureCaller> & { lane?: PictureLane; maxBytes?: number } = {},
  ) =>
    workers.run<Result>(
      { module: MODULE, name, ...(maxBytes && { maxBytes }) },
      async () => Buffer.from(text),
      {
        lane: "anonymous",
        caller: "one",
        signal: staying,
        ...caller,
      },
    );
  const pidOf = async (workers: PictureWorkers) => (await run<{ pid: number }>(workers, "whoAmI"))?.pid ?? 0;
  const runs = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it("end what takes too much processor time, and go on in a new process", async () => {
    const workers = open();
    const before = await pidOf(workers);
    const spent = run(workers, "spendTime", "60");
    await expect(spent).rejects.toThrow(CostlyPicture);
    await expect(spent).rejects.toThrow("processor time");
    await expect.poll(() => runs(before)).toBe(false);
    expect(await pidOf(workers)).not.toBe(before);
  });

  it("end what takes too much memory, and what has taken much", async () => {
    const workers = open();
    await expect(run(workers, "takeMemory", "4000", { maxBytes: 200 * 1_048_576 })).rejects.toThrow("memory");
    const before = await pidOf(workers);
    expect(await run(workers, "takeMemory", "128")).toBe("held 8");
    await expect.poll(() => runs(before)).toBe(false);
  });

  it("leave their compiled code to the next: they are killed, and do not exit", async () => {
    const folder = await mkdtemp(join(tmpdir(), "compiled-"));
    vi.stubEnv("NODE_COMPILE_CACHE", folder);
    try {
      const workers = open();
      const pid = await pidOf(workers);
      workers.close();
      await expect.poll(() => runs(pid)).toBe(false);
      expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(2);
    } finally {
      vi.unstubAllEnvs();
      await removeFolder(folder);
    }
  });

  it("end the process of a picture whose caller has left", async () => {
    const workers = open();
    const pid = await pidOf(workers);
    const leaving = new AbortController();
    const waiting = run(workers, "wait", "", { signal: leaving.signal });
    const behind = run(workers, "wait", "", { signal: leaving.signal });
    // The first is sent to the worker.
    await turnOfLoop();
    leaving.abort(new Error("the caller has left"));
    await expect(waiting).rejects.toThrow("the caller has left");
    await expect(behind).rejects.toThrow("the caller has left");
    await expect.poll(() => runs(pid)).toBe(false);
  });

  it("try a picture once more when its process is killed from outside, and no more than that", async () => {
    const workers = open();
    const pid = await pidOf(workers);
    const result = run(workers, "spendTime", "0.3");
    process.kill(pid, "SIGKILL");
    expect(await result).toBe("done");
    // That says nothing about the picture.
    await expect(run(workers, "die")).rejects.toThrow(PictureNotDecoded);
    await expect(run(workers, "die", "", { lane: "stored" })).rejects.toThrow(PictureNotDecoded);
  });

  it("decode nothing beside a picture whose process was lost, unless an anonymous caller names it", async () => {
    const workers = open();
    const leaving = new AbortController();
    const beside = run(workers, "wait", "", { lane: "files", signal: leaving.signal }).catch(() => "ended");
    // Not held up by what runs.
    await expect(run(workers, "die")).rejects.toThrow(PictureNotDecoded);
    let over = false;
    const stored = run(workers, "die", "", { lane: "stored" })
      .catch(() => "not decoded")
      .finally(() => {
        over = true;
      });
    await Promise.race([stored, delay(2000)]);
    expect(over).toBe(false);
    leaving.abort();
    expect([await beside, await stored]).toEqual(["ended", "not decoded"]);
  });

  it("have places of their own for each kind of caller", async () => {
    const workers = open();
    const leaving = new AbortController();
    const shown = ["one", "two", "three"].map((caller) =>
      run(workers, "wait", "", { caller, signal: leaving.signal }).catch(() => {}),
    );
    for (const lane of ["stored", "uploads", "files"] as const) {
      expect(await run(workers, "spendTime", "0", { lane })).toBe("done");
    }
    leaving.abort();
    await Promise.all(shown);
  });

  it("know none of the server's settings", async () => {
    process.env.LINTEL_TEST_SECRET = "secret";
    const reported = await run<{ variables: string[] }>(open(), "whoAmI");
    delete process.env.LINTEL_TEST_SECRET;
    expect(reported?.variables).toContain("PATH");
    expect(reported?.variables.filter((name) => /SECRET|KEY|DATABASE/.test(name))).toEqual([]);
  });
});
