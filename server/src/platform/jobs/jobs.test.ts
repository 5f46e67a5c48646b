import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import type { DatabaseHandle } from "../database/database.ts";
import { createLog } from "../log.ts";
import { type Job, Jobs } from "./jobs.ts";

/** Never by itself while a test runs. */
const NEVER = "0 0 1 1 *";
const SOON = { timeout: 20_000 };

describe("Jobs", () => {
  let database: TestDatabase;
  let open: Jobs[] = [];
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(open.map((jobs) => jobs.stop()));
    open = [];
  });
  afterAll(() => database.close());

  const newJobs = (handle: DatabaseHandle = database, tryAgainMs?: number) => {
    const jobs = new Jobs(handle, createLog("silent"), tryAgainMs ? { tryAgainMs } : {});
    open.push(jobs);
    return jobs;
  };
  /** One that counts its runs, and does `work` in each. */
  const counting = (name: string, work: (run: number) => unknown = () => {}) => {
    const job = {
      name,
      schedule: NEVER,
      runs: 0,
      async run() {
        await work(++job.runs);
      },
    };
    return job;
  };
  const started = async (job: Job & { runs: number }) => {
    const jobs = newJobs();
    await jobs.start([job]);
    await vi.waitFor(() => expect(job.runs).toBe(1), SOON);
    return jobs;
  };

  it("runs each job once when it starts: what a killed process has left is taken up", async () => {
    const [one, other] = [counting("one"), counting("other")];
    const jobs = newJobs();
    expect(jobs.state).toBe("stopped");
    await jobs.start([one, other]);
    expect(jobs.state).toBe("running");
    await vi.waitFor(() => expect([one.runs, other.runs]).toEqual([1, 1]), SOON);
  });

  it("runs a job within a moment after it is woken, also after a run that failed", async () => {
    const job = counting("failing", () => {
      throw new Error("no");
    });
    const jobs = await started(job);
    for (let run = 2; run <= 4; run++) {
      const woken = performance.now();
      jobs.wake("failing");
      await vi.waitFor(() => expect(job.runs).toBe(run), SOON);
      expect(performance.now() - woken).toBeLessThan(10_000);
    }
  });

  it("makes one run of many calls, and runs again for a call that comes in mid-run", async () => {
    let goOn = () => {};
    const job = counting("busy", async (run) => {
      if (run === 2) await new Promise<void>((resolve) => (goOn = resolve));
    });
    const jobs = await started(job);
    for (let call = 0; call < 500; call++) jobs.wake("busy");
    await vi.waitFor(() => expect(job.runs).toBe(2), SOON);
    for (let call = 0; call < 500; call++) jobs.wake("busy");
    await delay(300);
    expect(job.runs).toBe(2);
    goOn();
    await vi.waitFor(() => expect(job.runs).toBe(3), SOON);
    await delay(300);
    expect(job.runs).toBe(3);
  });

  it("lets what is under way finish when it stops, and does nothing afterwards", async () => {
    let finished = 0;
    const job = counting("slow", async (run) => {
      if (run === 1) return;
      await delay(1000);
      finished++;
    });
    const jobs = await started(job);
    jobs.wake("slow");
    await vi.waitFor(() => expect(job.runs).toBe(2), SOON);
    await jobs.stop();
    expect([finished, jobs.state]).toEqual([1, "stopped"]);
    jobs.wake("slow");
    await delay(300);
    expect(job.runs).toBe(2);
  });

  it("can be stopped while it starts, before it has, and twice", async () => {
    const job = counting("never");
    const jobs = newJobs();
    const starting = jobs.start([job]);
    await Promise.all([jobs.stop(), starting]);
    await jobs.stop();
    expect(jobs.state).toBe("stopped");
    await newJobs().stop();
  });

  it("keeps to a schema of its own", async () => {
    await started(counting("apart"));
    const { rows } = await sql<{ schema: string; tables: number }>`
      select table_schema as schema, count(*)::int as tables
      from information_schema.tables
      where table_name in ('job', 'job_common', 'queue', 'schedule', 'version')
      group by table_schema`.execute(database.db);
    expect(rows).toEqual([{ schema: "jobs", tables: 5 }]);
  });

  it("goes on trying while it cannot be started", async () => {
    let away = true;
    const query: DatabaseHandle["query"] = (text, values) =>
      away ? Promise.reject(new Error("the database is away")) : database.query(text, values);
    const job = counting("late");
    const jobs = newJobs({ ...database, query }, 100);
    const starting = jobs.start([job]);
    await vi.waitFor(() => expect(jobs.state).toBe("failed"), SOON);
    jobs.wake("late");
    away = false;
    await starting;
    expect(jobs.state).toBe("running");
    await vi.waitFor(() => expect(job.runs).toBe(1), SOON);
  });

  it("asks an idle database little", async () => {
    let queries = 0;
    const query: DatabaseHandle["query"] = (text, values) => {
      queries++;
      return database.query(text, values);
    };
    const jobs = newJobs({ ...database, query });
    await jobs.start(["a", "b", "c", "d"].map((name) => counting(name)));
    await delay(2000);
    queries = 0;
    await delay(12_000);
    // Some 26 a minute; without our settings some 300.
    expect(queries).toBeLessThanOrEqual(15);
  });

  it("of two processes that start at once both start, and share the work", async () => {
    const [one, other] = [0, 1].map(() => counting("shared", () => delay(150)));
    const [first, second] = [newJobs(), newJobs()];
    await Promise.all([first.start([one as Job]), second.start([other as Job])]);
    await vi.waitFor(() => {
      first.wake("shared");
      second.wake("shared");
      expect(Math.min(one?.runs ?? 0, other?.runs ?? 0)).toBeGreaterThanOrEqual(2);
    }, 20_000);
  });

  it("of two processes one goes on when the other stops", async () => {
    const [one, other] = [0, 1].map(() => counting("outlived"));
    const [first, second] = [newJobs(), newJobs()];
    await Promise.all([first.start([one as Job]), second.start([other as Job])]);
    await first.stop();
    const before = other?.runs ?? 0;
    second.wake("outlived");
    await vi.waitFor(() => expect(other?.runs).toBeGreaterThan(before), SOON);
  });
});
