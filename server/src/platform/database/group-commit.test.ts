import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { batched, batchedByKey } from "./batched.ts";
import type { Db } from "./database.ts";
import { inGroupTransaction, isGroupTransaction, leaveGroup } from "./group-commit.ts";

type Ctx = { db: Db };

const UNIQUE_VIOLATION = "23505";

describe("inGroupTransaction", () => {
  let database: TestDatabase;
  let group: string;
  let made = 0;
  beforeAll(async () => {
    database = await openTestDatabase();
    await sql`create table notes (text text not null unique, xact text not null)`.execute(database.db);
    await sql`create table late_notes (text text unique deferrable initially deferred)`.execute(database.db);
  });
  afterAll(() => database.close());
  beforeEach(() => {
    group = `group ${++made}`;
  });

  const run = <R>(key: string, work: (ctx: Ctx) => Promise<R>) =>
    inGroupTransaction({ db: database.db }, { group, keys: [key] }, work);
  /** Writes a note with the number of its transaction. */
  const write = async ({ db }: Ctx, text: string) => {
    await sql`insert into notes values (${text}, pg_current_xact_id()::text)`.execute(db);
  };
  const transactionOf = async (text: string) => {
    const { rows } = await sql<{ xact: string }>`select xact from notes where text = ${text}`.execute(
      database.db,
    );
    return rows[0]?.xact ?? null;
  };
  /** Keeps the group busy, so that all works that are started meanwhile wait together. */
  const whileBusy = async <R>(start: () => Promise<R>[]) => {
    const { promise: started, resolve: isStarted } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const first = run("busy", async () => {
      isStarted();
      await released;
    });
    await started;
    const works = start();
    release();
    await first;
    return Promise.allSettled(works);
  };

  it("commits works that wait together in one transaction", async () => {
    const texts = ["a", "b", "c"];
    await whileBusy(() => texts.map((text) => run(text, (ctx) => write(ctx, text))));
    const [one, ...others] = await Promise.all(texts.map(transactionOf));
    expect([one, others]).toEqual([expect.any(String), [one, one]]);
  });

  it("never runs two works with a key in common in one transaction", async () => {
    const works = [
      ["k1", "d"],
      ["k2", "e"],
      ["k1", "f"],
    ] as const;
    await whileBusy(() => works.map(([key, text]) => run(key, (ctx) => write(ctx, text))));
    const [d, e, f] = await Promise.all(works.map(([, text]) => transactionOf(text)));
    expect([d === e, d === f]).toEqual([true, false]);
  });

  it("a work that fails fails alone: the others are committed", async () => {
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

  it("a work that leaves the group runs in a transaction of its own", async () => {
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

  it("calls of a batched function are one call, and each gets its own output", async () => {
    const calls: number[][] = [];
    const double = batched(async ({ db }: Ctx, inputs: number[]) => {
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
      async (_ctx: Ctx, name) => {
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
