import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../test/harness/test-database.ts";
import { BackgroundShare } from "../../background-share.ts";
import { ThreadTransactions } from "./thread-transactions.ts";

describe("ThreadTransactions", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const addSource = (transactions: ThreadTransactions, id: number | null, name: string) =>
    transactions.query(id, "insert into sources (name) values ($1)", [name]);
  const sources = async () => (await database.db.selectFrom("sources").select("name").execute()).length;

  it("gives back every connection when its thread ends while transactions begin", async () => {
    // More than the pool has: a connection that is kept leaves none for the query at the end.
    for (let round = 0; round < 20; round++) {
      const transactions = new ThreadTransactions({ db: database.db, background: new BackgroundShare() });
      const beginning = [transactions.begin(), transactions.begin()];
      const outcomes = Promise.allSettled(beginning);
      await transactions.rollbackAll();
      expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    }
    expect(await sources()).toBe(0);
  });

  it("rolls back what is open, and runs no statement after it", async () => {
    const transactions = new ThreadTransactions({ db: database.db, background: new BackgroundShare() });
    const id = await transactions.begin();
    await addSource(transactions, id, "open");
    await transactions.rollbackAll();
    await expect(addSource(transactions, id, "late")).rejects.toThrow("The thread has ended");
    await expect(addSource(transactions, null, "late")).rejects.toThrow("The thread has ended");
    expect(await sources()).toBe(0);
  });

  it("runs no statement of a transaction that has ended outside of it", async () => {
    const transactions = new ThreadTransactions({ db: database.db, background: new BackgroundShare() });
    const id = await transactions.begin();
    await transactions.rollback(id);
    await expect(addSource(transactions, id, "late")).rejects.toThrow("The transaction has ended");
    expect(await sources()).toBe(0);
    await transactions.rollbackAll();
  });
});
