import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { type Clock, PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { aborted, counting, type JobsFixture, openJobs, SOON } from "../../../test/harness/jobs-fixture.ts";
import type { DatabaseHandle } from "../database/database.ts";

describe("Jobs", () => {
  let fixture: JobsFixture;
  beforeAll(async () => {
    fixture = await openJobs();
  });
  afterEach(() => fixture.stop());
  afterAll(() => fixture.close());

  it("deletes the queues and schedules of retired jobs, and none of others", async () => {
    const [old, kept] = [counting("retired"), counting("kept")];
    const before = fixture.newJobs();
    await before.start([old, kept]);
    await before.stop();
    const names = async () => {
      const { rows } = await fixture.database.query(
        `select (select array_agg(name) from jobs.queue) as queues, (select array_agg(name) from jobs.schedule) as schedules`,
      );
      const [{ queues, schedules }] = rows as [{ queues: string[]; schedules: string[] }];
      return [queues, schedules].map((all) => ["retired", "kept"].filter((name) => all.includes(name)));
    };
    expect(await names()).toEqual([
      ["retired", "kept"],
      ["retired", "kept"],
    ]);
    await fixture.newJobs().start([kept], ["retired", "never-existed"]);
    expect(await names()).toEqual([["kept"], ["kept"]]);
  });

  it("runs each job once when it starts: what a killed process has left is taken up", async () => {
    const [one, other] = [counting("one"), counting("other")];
    const jobs = fixture.newJobs();
    expect(jobs.state).toBe("stopped");
    await jobs.start([one, other]);
    expect(jobs.state).toBe("running");
    await vi.waitFor(() => expect([one.runs, other.runs]).toEqual([1, 1]), SOON);
  });

  it("runs a job within a moment after it is woken, also after a run that failed", async () => {
    const job = counting("failing", () => {
      throw new Error("no");
    });
    const jobs = await fixture.started(job);
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
    const jobs = await fixture.started(job);
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
    const jobs = await fixture.started(job);
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
    const jobs = fixture.newJobs();
    const starting = jobs.start([job]);
    await Promise.all([jobs.stop(), starting]);
    await jobs.stop();
    expect(jobs.state).toBe("stopped");
    await fixture.newJobs().stop();
  });

  it("keeps to a schema of its own", async () => {
    await fixture.started(counting("apart"));
    const { rows } = await sql<{ schema: string; tables: number }>`
      select table_schema as schema, count(*)::int as tables
      from information_schema.tables
      where table_name in ('job', 'job_common', 'queue', 'schedule', 'version')
      group by table_schema`.execute(fixture.database.db);
    expect(rows).toEqual([{ schema: "jobs", tables: 5 }]);
  });

  it("goes on trying while it cannot be started", async () => {
    let away = true;
    const query: DatabaseHandle["query"] = (text, values) =>
      away ? Promise.reject(new Error("the database is away")) : fixture.database.query(text, values);
    const job = counting("late");
    const jobs = fixture.newJobs({ ...fixture.database, query }, { tryAgainMs: 100 });
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
      return fixture.database.query(text, values);
    };
    // A minute of timers takes half a second.
    const jobs = fixture.newJobs(
      { ...fixture.database, query },
      { clock: fasterBy(120), takeOverMs: 5000 / 120 },
    );
    const idle = ["a", "b", "c", "d"].map((name) => counting(name));
    await jobs.start(idle);
    await vi.waitFor(() => expect(idle.map(({ runs }) => runs)).toEqual([1, 1, 1, 1]), SOON);
    queries = 0;
    await delay(500);
    // With what pg-boss does by default some 300.
    expect(queries).toBeLessThanOrEqual(75);
  });

  it("asks a run to end when it has lasted long enough, and calls it again", async () => {
    const job = counting("long", (run, signal) => (run === 1 ? aborted(signal) : null));
    await fixture.newJobs(fixture.database, { runMs: 200 }).start([job]);
    await vi.waitFor(() => expect(job.runs).toBe(2), SOON);
  });

  it("asks a run to end when the process stops", async () => {
    let ended = false;
    const job = counting("stopped", async (_, signal) => {
      await aborted(signal);
      ended = true;
    });
    const jobs = await fixture.started(job);
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
    const jobs = fixture.newJobs(fixture.database, { expireSeconds: 1 });
    await jobs.start([job]);
    await vi.waitFor(() => expect(signalled).toBe(true), SOON);
    jobs.wake("expiring");
    await delay(300);
    expect([job.runs, most]).toEqual([1, 1]);
    goOn();
    await vi.waitFor(() => expect(job.runs).toBe(2), SOON);
    expect(most).toBe(1);
  });

  it("runs a job again whose run lost it without another process taking it", async () => {
    const job = counting("lost", (run, signal) => (run === 1 ? aborted(signal) : null));
    await fixture.newJobs(fixture.database, { beatMs: 100, takeOverMs: 60_000 }).start([job]);
    await vi.waitFor(() => expect(job.runs).toBe(1), SOON);
    await sql`update jobs.job set state = 'failed' where name = 'lost' and state = 'active'`.execute(
      fixture.database.db,
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
      return fixture.database.query(text, values);
    };
    const job = counting("refused");
    const jobs = fixture.newJobs({ ...fixture.database, query });
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
      db: { executeSql: (text, values) => fixture.database.query(text, values) },
      backend: fixture.database.embedded ? "pglite" : "postgres",
      schema: "jobs",
      schedule: false,
      supervise: false,
    });
    await boss.start();
    await boss.createQueue("older", { policy: "short" });
    await boss.send("older");
    await fixture.started(counting("older"));
    expect((await boss.getQueue("older"))?.policy).toBe("exclusive");
    await boss.stop({ graceful: false });
  });
});

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
