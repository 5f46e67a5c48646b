import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { aborted, counting, type JobsFixture, openJobs, SOON } from "../../../test/harness/jobs-fixture.ts";
import { WOKEN_JOBS } from "./queues.ts";

/** On PostgreSQL alone (embedded-set.ts): the embedded database has one process. */
describe("Jobs of several processes", () => {
  let fixture: JobsFixture;
  beforeAll(async () => {
    fixture = await openJobs();
  });
  afterEach(() => fixture.stop());
  afterAll(() => fixture.close());

  it("of two processes that start at once both start, and the work of either is done", async () => {
    const shared = () => counting("shared", () => delay(150));
    const [one, other] = [shared(), shared()];
    const [first, second] = [fixture.newJobs(), fixture.newJobs()];
    await Promise.all([first.start([one]), second.start([other])]);
    await vi.waitFor(() => {
      first.wake("shared");
      second.wake("shared");
      expect(one.runs + other.runs).toBeGreaterThanOrEqual(4);
    }, SOON);
    expect([first.state, second.state]).toEqual(["running", "running"]);
  });

  it("of two processes one goes on when the other stops", async () => {
    const [one, other] = [counting("outlived"), counting("outlived")];
    const [first, second] = [fixture.newJobs(), fixture.newJobs()];
    await Promise.all([first.start([one]), second.start([other])]);
    await first.stop();
    const before = other.runs;
    second.wake("outlived");
    await vi.waitFor(() => expect(other.runs).toBeGreaterThan(before), SOON);
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
    const [first, second] = [fixture.newJobs(), fixture.newJobs()];
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
    const [first, second] = [fixture.newJobs(), fixture.newJobs()];
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

  it("gives the job of a process that is not heard of any more to another one, and that one's run is told", async () => {
    let signalled = false;
    const silent = counting("left", async (_, signal) => {
      await aborted(signal);
      signalled = true;
    });
    const other = counting("left");
    await fixture.newJobs(fixture.database, { beatMs: 1500, takeOverMs: 60_000 }).start([silent]);
    await vi.waitFor(() => expect(silent.runs).toBe(1), SOON);
    await fixture.newJobs(fixture.database, { takeOverMs: 50 }).start([other]);
    expect(other.runs).toBe(0);
    await sql`
      update jobs.job set heartbeat_on = now() - interval '1 hour' where name = 'left' and state = 'active'`.execute(
      fixture.database.db,
    );
    await vi.waitFor(() => expect(other.runs).toBeGreaterThan(0), SOON);
    await vi.waitFor(() => expect(signalled).toBe(true), SOON);
  });

  it("runs what a process has woken that runs no jobs itself, long before the queues are polled", async () => {
    const job = counting("woken-elsewhere");
    const caller = fixture.newJobs();
    await caller.startWaking([job]);
    expect(caller.state).toBe("running");
    await fixture.started(job);
    // Without workers it ran nothing itself, and a wake of its own is no run either.
    for (let wake = 1; wake <= 3; wake++) {
      const before = job.runs;
      caller.wake(job.name);
      await vi.waitFor(() => expect(job.runs).toBe(before + 1), { timeout: 8_000 });
    }
  });

  it("finds what others have woken by the index of waiting jobs", async () => {
    await fixture.started(counting("planned"));
    await sql`
      insert into jobs.job (name, state, completed_on)
      select 'planned', 'completed', now() from generate_series(1, 20000)`.execute(fixture.database.db);
    await sql`analyze jobs.job`.execute(fixture.database.db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${sql.raw(WOKEN_JOBS)}`.execute(
      fixture.database.db,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toMatch(/Seq Scan on job_common/);
  });
});
