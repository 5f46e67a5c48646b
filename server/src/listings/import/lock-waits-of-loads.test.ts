import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { untilLocksAwaited } from "../../../test/harness/lock-waits.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/harness/test-database.ts";
import { BackgroundShare } from "../../platform/background-share.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { createThreadDatabase } from "../../platform/database/thread/thread-database.ts";
import { ThreadTransactions } from "../../platform/database/thread/thread-transactions.ts";
import { lockRevisions } from "./batch-writer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

// The embedded database has one connection: no transaction waits for the lock of another there.
it.runIf(process.env.DATABASE_URL)(
  "a load does not rest for the time in which another one held the lock of the change log",
  async () => {
    const { db } = database;
    const background = new BackgroundShare();
    const noted = vi.spyOn(background, "noteLoadTransaction");
    const transactions = new ThreadTransactions({ db, background });
    const threadDb = createThreadDatabase(transactions);
    let waiting: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (other) => {
      await lockRevisions(other);
      waiting = inTransaction({ db: threadDb }, ({ db: trx }) => lockRevisions(trx));
      await untilLocksAwaited(db);
      await delay(1000);
    });
    await waiting;
    expect(noted).toHaveBeenCalledOnce();
    expect(noted.mock.lastCall?.[0]).toBeLessThan(900);
    await transactions.rollbackAll();
  },
);
