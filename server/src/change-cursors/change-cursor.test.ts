import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/harness/test-database.ts";
import { ChangeCursor, deleteCursors } from "./index.ts";

describe("A change cursor", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it("begins at 0, and advances from where it is and from nowhere else", async () => {
    const { db } = database;
    const cursor = new ChangeCursor("test advance");
    expect(await cursor.read(db)).toMatchObject({ revision: 0, comparedThrough: 0 });
    expect(await cursor.advance(db, { from: 0, to: 7 })).toBe(true);
    expect(await cursor.advance(db, { from: 0, to: 9 })).toBe(false);
    expect(await cursor.advance(db, { from: 7, to: 9 })).toBe(true);
    expect(await cursor.read(db)).toMatchObject({ revision: 9 });
  });

  it("remembers settled deletions and when it caught up, apart from its revision", async () => {
    const { db } = database;
    const cursor = new ChangeCursor("test deletions");
    await cursor.settleDeletions(db, 5);
    const { caughtUpAt, ...position } = await cursor.lock(db);
    expect(position).toEqual({ revision: 0, comparedThrough: 5 });
    await cursor.advance(db, { from: 0, to: 6 });
    expect((await cursor.read(db)).caughtUpAt).toEqual(caughtUpAt);
    await cursor.advance(db, { from: 6, to: 8, atEnd: true });
    const end = await cursor.read(db);
    expect(end).toMatchObject({ revision: 8, comparedThrough: 5 });
    expect(end.caughtUpAt.getTime()).toBeGreaterThan(caughtUpAt.getTime());
  });

  it("is locked by one transaction at a time, also before it was ever used", async () => {
    const { db } = database;
    const cursor = new ChangeCursor("test lock");
    const step = () =>
      db.transaction().execute(async (transaction) => {
        const { revision } = await cursor.lock(transaction);
        expect(await cursor.advance(transaction, { from: revision, to: revision + 1 })).toBe(true);
      });
    await Promise.all(Array.from({ length: 8 }, step));
    expect(await cursor.read(db)).toMatchObject({ revision: 8 });
  });

  it("is deleted by its prefix, except one", async () => {
    const { db } = database;
    const kept = new ChangeCursor("test model b%");
    for (const cursor of [kept, new ChangeCursor("test model a"), new ChangeCursor("test models")]) {
      await cursor.advance(db, { from: 0, to: 3 });
    }
    await deleteCursors(db, { prefix: "test model ", except: kept });
    const names = await db
      .selectFrom("change_cursors")
      .select("name")
      .where("name", "like", "test model%")
      .execute();
    expect(names.map(({ name }) => name).toSorted()).toEqual(["test model b%", "test models"]);
  });
});
