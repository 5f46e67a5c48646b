import { AsyncLocalStorage } from "node:async_hooks";
import { Writable } from "node:stream";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import type { Log } from "../log.ts";
import { batched, batchedByKey } from "./batched.ts";
import type { Db } from "./database.ts";
import { inGroupTransaction, isGroupTransaction, leaveGroup } from "./group-commit.ts";

type Ctx = { db: Db; log: Log };

const UNIQUE_VIOLATION = "23505";

describe("inGroupTransaction", () => {
  let database: TestDatabase;
  let group: string;
  let made = 0;
  const logged: { msg: string; operations: number; err: { message: string } }[] = [];
  const log: Log = pino(
    { level: "warn" },
    new Writable({
      write(line, _encoding, done) {
        logged.push(JSON.parse(String(line)));
        done();
      },
    }),
  );
  const busyMessage = "Too many notes at the moment";
  beforeAll(async () => {
    database = await openTestDatabase();
    await sql`create table notes (text text not null unique, xact text not null)`.execute(database.db);
    await sql`create table late_notes (text text unique deferrable initially deferred)`.execute(database.db);
  });
  afterAll(() => database.close());
  beforeEach(() => {
    group = `group ${++made}`;
  });

  const run = <R>(key: string, operation: (ctx: Ctx) => Promise<R>) =>
    inGroupTransaction({ db: database.db, log }, { group, keys: [key], busyMessage }, operation);
  /** Writes a note with the number of its transaction. */
  const write = async ({ db }: { db: Db }, text: string) => {
    await sql`insert into notes values (${text}, pg_current_xact_id()::text)`.execute(db);
  };
  const transactionOf = async (text: string) => {
    const { rows } = await sql<{ xact: string }>`select xact from notes where text = ${text}`.execute(
      database.db,
    );
    return rows[0]?.xact ?? null;
  };
  /** Keeps the group busy, so that all operations that are started meanwhile wait together. */
  const whileBusy = async <R>(start: () => Promise<R>[]) => {
    const { promise: started, resolve: isStarted } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const first = run("busy", async () => {
      isStarted();
      await released;
    });
    await started;
    const outcomes = Promise.allSettled(start());
    release();
    await first;
    return outcomes;
  };

  it("commits operations that wait together in one transaction", async () => {
    const texts = ["a", "b", "c"];
    await whileBusy(() => texts.map((text) => run(text, (ctx) => write(ctx, text))));
    const [one, ...others] = await Promise.all(texts.map(transactionOf));
    expect([one, others]).toEqual([expect.any(String), [one, one]]);
  });

  it("never runs two operations with a key in common in one transaction", async () => {
    const operations = [
      ["k1", "d"],
      ["k2", "e"],
      ["k1", "f"],
    ] as const;
    await whileBusy(() => operations.map(([key, text]) => run(key, (ctx) => write(ctx, text))));
    const [d, e, f] = await Promise.all(operations.map(([, text]) => transactionOf(text)));
    expect([d === e, d === f]).toEqual([true, false]);
  });

  it("an operation that fails does not affect the others, which are committed", async () => {
    const refused = new Error("refused");
    await write({ db: database.db }, "taken");
    const outcomes = await whileBusy(() => [
      run("g", (ctx) => write(ctx, "g")),
      run("h", async (ctx) => {
        await write(ctx, "h");
        throw refused;
      }),
      run("i", (ctx) => write(ctx, "taken")),
      run("j", (ctx) => write(ctx, "j")),
    ]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: refused },
      { status: "rejected", reason: { code: UNIQUE_VIOLATION } },
      { status: "fulfilled" },
    ]);
    const stored = await Promise.all(["g", "h", "j"].map(transactionOf));
    expect(stored).toEqual([expect.any(String), null, expect.any(String)]);
  });

  it("logs why a transaction of several operations failed", async () => {
    logged.length = 0;
    await whileBusy(() => [
      run("log 1", async () => {
        throw new Error("refused");
      }),
      run("log 2", async () => {}),
    ]);
    expect(logged).toMatchObject([
      {
        msg: "group transaction failed, each operation is repeated alone",
        operations: 2,
        err: { message: "refused" },
      },
    ]);
  });

  it("repeats an operation with what its own request has in AsyncLocalStorage", async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: string[] = [];
    const operations = ["first", "second"].map(
      (name) => (): Promise<void> =>
        request.run(name, () =>
          run(name, async ({ db }) => {
            seen.push(`${request.getStore()} ${isGroupTransaction(db) ? "together" : "alone"}`);
            if (isGroupTransaction(db) && name === "second") throw new Error("refused");
          }),
        ),
    );
    await whileBusy(() => operations.map((start) => start()));
    expect(seen.filter((each) => each.endsWith("alone"))).toEqual(["first alone", "second alone"]);
  });

  it("waits for the statements of all operations before it repeats them", async () => {
    const failures: unknown[] = [];
    await whileBusy(() => [
      run("fails", async ({ db }) => {
        if (isGroupTransaction(db)) throw new Error("refused");
      }),
      run("writes", async (ctx) => {
        try {
          await sql`select 1`.execute(ctx.db);
          await sql`select 2`.execute(ctx.db);
          await write(ctx, "written once");
        } catch (error) {
          failures.push(error);
        }
      }),
    ]);
    expect(failures).toEqual([]);
    expect(await transactionOf("written once")).toEqual(expect.any(String));
  });

  it("commits at most 50 operations in one transaction", async () => {
    const texts = Array.from({ length: 60 }, (_each, nth) => `crowd ${nth}`);
    await whileBusy(() => texts.map((text) => run(text, (ctx) => write(ctx, text))));
    const transactions = await Promise.all(texts.map(transactionOf));
    const sizes = [...Map.groupBy(transactions, (xact) => xact).values()].map(({ length }) => length);
    expect(sizes).toEqual([50, 10]);
  });

  it("refuses an operation that waits for 20 seconds, with an error of its own", async () => {
    const outcomes = await whileBusy(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const late = run("late", (ctx) => write(ctx, "late"));
      vi.advanceTimersByTime(20_000);
      const inTime = run("in time", (ctx) => write(ctx, "in time"));
      vi.useRealTimers();
      return [late, inTime];
    });
    expect(outcomes).toMatchObject([
      { status: "rejected", reason: { code: "unavailable", detail: busyMessage, retryAfter: 5 } },
      { status: "fulfilled" },
    ]);
    expect(await Promise.all(["late", "in time"].map(transactionOf))).toEqual([null, expect.any(String)]);
  });

  it("does not repeat a commit that failed, because it could have happened", async () => {
    const runs: string[] = [];
    const insert = (key: string) =>
      run(key, async ({ db }) => {
        runs.push(key);
        await sql`insert into late_notes values ('same')`.execute(db);
      });
    const outcomes = await whileBusy(() => ["one", "two"].map(insert));
    expect([outcomes.map(({ status }) => status), runs]).toEqual([
      ["rejected", "rejected"],
      ["one", "two"],
    ]);
  });

  it("an operation that leaves the group runs in a transaction of its own", async () => {
    const seen: boolean[] = [];
    await whileBusy(() => [
      run("l", (ctx) => write(ctx, "l")),
      run("m", async (ctx) => {
        seen.push(isGroupTransaction(ctx.db));
        leaveGroup(ctx);
        await write(ctx, "m");
      }),
      run("n", (ctx) => write(ctx, "n")),
    ]);
    const [l, m, n] = await Promise.all(["l", "m", "n"].map(transactionOf));
    expect([seen, l === n, m !== null && m !== l]).toEqual([[true, false], true, true]);
  });

  it("an operation that leaves the group runs also when the others' commit fails", async () => {
    const outcomes = await whileBusy(() => [
      ...["x", "y"].map((key) =>
        run(key, async ({ db }) => {
          await sql`insert into late_notes values ('equal')`.execute(db);
        }),
      ),
      run("z", async (ctx) => {
        leaveGroup(ctx);
        await write(ctx, "z");
      }),
    ]);
    expect(outcomes).toMatchObject([
      { status: "rejected", reason: { code: UNIQUE_VIOLATION } },
      { status: "rejected", reason: { code: UNIQUE_VIOLATION } },
      { status: "fulfilled" },
    ]);
    expect(await transactionOf("z")).toEqual(expect.any(String));
  });

  it("calls of a batched function are one call, and each gets its own output", async () => {
    const calls: number[][] = [];
    const double = batched(async ({ db }: { db: Db }, inputs: number[]) => {
      calls.push(inputs);
      const { rows } = await sql<{ n: number }>`
        select 2 * n as n from unnest(${inputs}::integer[]) with ordinality as input (n, nth) order by nth`.execute(
        db,
      );
      return rows.map(({ n }) => n);
    });
    const outputs = await whileBusy(() =>
      [3, 5, 4].map((n) => run(String(n), async (ctx) => [await double(ctx, n), await double(ctx, n + 1)])),
    );
    expect(outputs.map((each) => each.status === "fulfilled" && each.value)).toEqual([
      [6, 8],
      [10, 12],
      [8, 10],
    ]);
    expect(calls).toEqual([
      [3, 5, 4],
      [4, 6, 5],
    ]);
    expect(await double({ db: database.db }, 7)).toBe(14);
  });

  it("a read by key is sent once for each key", async () => {
    const reads: string[] = [];
    const read = batchedByKey(
      (name: string) => name,
      async (_ctx: { db: Db }, name) => {
        reads.push(name);
        return name.toUpperCase();
      },
    );
    const outputs = await whileBusy(() =>
      ["a", "b", "a"].map((name, nth) => run(`${nth}`, (ctx) => read(ctx, name))),
    );
    expect(outputs.map((each) => each.status === "fulfilled" && each.value)).toEqual(["A", "B", "A"]);
    expect(reads).toEqual(["a", "b"]);
  });
});
