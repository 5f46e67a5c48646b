import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { type Clock, PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import type { DatabaseHandle } from "../database/database.ts";
import { createLog } from "../log.ts";
import type { JobTimes } from "./job-times.ts";
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

  const newJobs = (
    handle: DatabaseHandle = database,
    options: Partial<JobTimes> & { tryAgainMs?: number } = {},
  ) => {
    const jobs = new Jobs(handle, createLog("silent"), options);
    open.push(jobs);
    return jobs;
  };
  /** One that counts its runs, and does `work` in each. */
  const counting = (name: string, work: (run: number, signal: AbortSignal) => unknown = () => {}) => {
    const job = {
      name,
      schedule: NEVER,
      runs: 0,
      async run(signal: AbortSignal) {
        await work(++job.runs, signal);
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

  it("deletes the queues and schedules of retired jobs, and none of others", async () => {
    const [old, other] = [counting("retired"), counting("other")];
    const before = newJobs();
    await before.start([old, other]);
    await before.stop();
    const names = async () => {
      const { rows } = await database.query(
        `select (select array_agg(name) from jobs.queue) as queues, (select array_agg(name) from jobs.schedule) as schedules`,
      );
      const [{ queues, schedules }] = rows as [{ queues: string[]; schedules: string[] }];
      return [queues, schedules].map((all) => ["retired", "other"].filter((name) => all.includes(name)));
    };
    expect(await names()).toEqual([
      ["retired", "other"],
      ["retired", "other"],
    ]);
    await newJobs().start([other], ["retired", "never-existed"]);
    expect(await names()).toEqual([["other"], ["other"]]);
  });

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
      await delay(300);
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
    const jobs = newJobs({ ...database, query }, { tryAgainMs: 100 });
    const starting = jobs.start([job]);
    await vi.waitFor(() => expect(jobs.state).toBe("failed"), SOON);
    jobs.wake("late");
    away = false;
    await starting;
    expect(jobs.state).toBe("running");
    await vi.waitFor(() => expect(job.runs).toBe(1), SOON);
  });

  it("asks an idle database little: some 40 queries a minute", async () => {
    let queries = 0;
    const query: DatabaseHandle["query"] = (text, values) => {
      queries++;
      return database.query(text, values);
    };
    // A minute of timers takes half a second.
    const jobs = newJobs({ ...database, query }, { clock: fasterBy(120), takeOverMs: 5000 / 120 });
    const idle = ["a", "b", "c", "d"].map((name) => counting(name));
    await jobs.start(idle);
    await vi.waitFor(() => expect(idle.map(({ runs }) => runs)).toEqual([1, 1, 1, 1]), SOON);
    queries = 0;
    await delay(500);
    // With what pg-boss does by default some 300.
    expect(queries).toBeLessThanOrEqual(75);
  });

  it("of two processes that start at once both start, and the work of either is done", async () => {
    const [one, other] = [0, 1].map(() => counting("shared", () => delay(150)));
    const [first, second] = [newJobs(), newJobs()];
    await Promise.all([first.start([one as Job]), second.start([other as Job])]);
    await vi.waitFor(() => {
      first.wake("shared");
      second.wake("shared");
      expect((one?.runs ?? 0) + (other?.runs ?? 0)).toBeGreaterThanOrEqual(4);
    }, SOON);
    expect([first.state, second.state]).toEqual(["running", "running"]);
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

  it("never has two runs of a job at once, in however many processes", async () => {
    let [active, most] = [0, 0];
    const busy = () =>
      counting("alone", async () => {
        most = Math.max(most, ++active);
        await delay(40);
        active--;
      });
    const [one, other] = [busy(), busy()];
    const [first, second] = [newJobs(), newJobs()];
    await Promise.all([first.start([one]), second.start([other])]);
    for (let round = 1; round <= 6; round++) {
      const before = one.runs + other.runs;
      first.wake("alone");
      second.wake("alone");
      await vi.waitFor(() => expect(one.runs + other.runs).toBeGreaterThan(before), SOON);
    }
    expect(most).toBe(1);
  });

  it("a call while another process runs the job is followed by a run, wherever", async () => {
    let goOn = () => {};
    const busy = counting("elsewhere", async (run) => {
      if (run === 2) await new Promise<void>((resolve) => (goOn = resolve));
    });
    const other = counting("elsewhere");
    const [first, second] = [newJobs(), newJobs()];
    await first.start([busy]);
    await second.start([other]);
    await vi.waitFor(() => {
      first.wake("elsewhere");
      expect(busy.runs).toBe(2);
    }, SOON);
    const before = other.runs;
    second.wake("elsewhere");
    await delay(300);
    expect(other.runs).toBe(before);
    goOn();
    await vi.waitFor(() => expect(other.runs + busy.runs).toBeGreaterThan(before + 2), SOON);
  });

  it("asks a run to end when it has lasted long enough, and calls it again", async () => {
    const job = counting("long", (run, signal) => (run === 1 ? aborted(signal) : null));
    await newJobs(database, { runMs: 200 }).start([job]);
    await vi.waitFor(() => expect(job.runs).toBe(2), SOON);
  });

  it("asks a run to end when the process stops", async () => {
    let ended = false;
    const job = counting("stopped", async (_, signal) => {
      await aborted(signal);
      ended = true;
    });
    const jobs = await started(job);
    await jobs.stop();
    expect(ended).toBe(true);
  });

  it("tells a run that its job has expired, and never starts the job beside it in the same process", async () => {
    let [active, most] = [0, 0];
    let signalled = false;
    let goOn = () => {};
    const job = counting("expiring", async (run, signal) => {
      most = Math.max(most, ++active);
      if (run === 1) {
        await aborted(signal);
        signalled = true;
        // It does not obey.
        await new Promise<void>((resolve) => (goOn = resolve));
      }
      active--;
    });
    const jobs = newJobs(database, { expireSeconds: 1 });
    await jobs.start([job]);
    await vi.waitFor(() => expect(signalled).toBe(true), SOON);
    jobs.wake("expiring");
    await delay(300);
    expect([job.runs, most]).toEqual([1, 1]);
    goOn();
    await vi.waitFor(() => expect(job.runs).toBe(2), SOON);
    expect(most).toBe(1);
  });

  it("gives the job of a process that is not heard of any more to another one, and that one's run is told", async () => {
    let signalled = false;
    const silent = counting("left", async (_, signal) => {
      await aborted(signal);
      signalled = true;
    });
    const other = counting("left");
    await newJobs(database, { beatMs: 1500, takeOverMs: 60_000 }).start([silent]);
    await vi.waitFor(() => expect(silent.runs).toBe(1), SOON);
    await newJobs(database, { takeOverMs: 50 }).start([other]);
    expect(other.runs).toBe(0);
    await sql`
      update jobs.job set heartbeat_on = now() - interval '1 hour' where name = 'left' and state = 'active'`.execute(
      database.db,
    );
    await vi.waitFor(() => expect(other.runs).toBeGreaterThan(0), SOON);
    await vi.waitFor(() => expect(signalled).toBe(true), SOON);
  });

  it("runs a job again whose run lost it without another process taking it", async () => {
    const job = counting("lost", (run, signal) => (run === 1 ? aborted(signal) : null));
    await newJobs(database, { beatMs: 100, takeOverMs: 60_000 }).start([job]);
    await vi.waitFor(() => expect(job.runs).toBe(1), SOON);
    await sql`update jobs.job set state = 'failed' where name = 'lost' and state = 'active'`.execute(
      database.db,
    );
    await vi.waitFor(() => expect(job.runs).toBe(2), SOON);
  });

  it("makes a call again that the database did not take", async () => {
    let fails = 0;
    const query: DatabaseHandle["query"] = async (text, values) => {
      if (fails > 0 && JSON.stringify([text, values]).includes("refused") && /insert/i.test(text)) {
        fails--;
        throw new Error("the database is away");
      }
      return database.query(text, values);
    };
    const job = counting("refused");
    const jobs = newJobs({ ...database, query });
    await jobs.start([job]);
    await vi.waitFor(() => expect(job.runs).toBe(1), SOON);
    await delay(300);
    const before = job.runs;
    fails = 2;
    jobs.wake("refused");
    await vi.waitFor(() => expect(job.runs).toBeGreaterThan(before), SOON);
    expect(fails).toBe(0);
  });

  it("takes on the queues of an earlier version, which let several runs of a job be active", async () => {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => database.query(text, values) },
      backend: database.embedded ? "pglite" : "postgres",
      schema: "jobs",
      schedule: false,
      supervise: false,
    });
    await boss.start();
    await boss.createQueue("older", { policy: "short" });
    await boss.send("older");
    await started(counting("older"));
    expect((await boss.getQueue("older"))?.policy).toBe("exclusive");
    await boss.stop({ graceful: false });
  });
});

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function fasterBy(factor: number): Clock {
  const began = Date.now();
  return {
    now: () => began + (Date.now() - began) * factor,
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms / factor),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    setInterval: (work: () => void, ms: number) => setInterval(work, ms / factor),
    clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
  };
}
