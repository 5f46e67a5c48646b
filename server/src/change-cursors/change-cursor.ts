import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

export type CursorPosition = {
  /** The last revision that was read; initially 0. */
  revision: number;
  /** Deletions up to here are settled; 0 at first. */
  comparedThrough: number;
  /** When the end of the log was last reached, by the database's clock. */
  caughtUpAt: Date;
};

const START: CursorPosition = { revision: 0, comparedThrough: 0, caughtUpAt: new Date(0) };

/**
 * How far one follower of a change log has read: a row of `change_cursors`. Followers either read, work, and store on condition that the
 * cursor is where it was (`read`, `advance`), or do all of it under the row's lock (`lock`, `advance`). In both cases the row is locked
 * until the transaction ends, so one follower at a time stores, and what it stores becomes visible in order.
 */
export class ChangeCursor {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Index: change_cursors_pkey. */
  async read(db: Db): Promise<CursorPosition> {
    return (await this.#position(db).executeTakeFirst()) ?? START;
  }

  /** Waits until no other transaction has the cursor, and keeps it to the end of this one. Index: change_cursors_pkey. */
  async lock(db: Db): Promise<CursorPosition> {
    const locked = await this.#position(db).forUpdate().executeTakeFirst();
    if (locked) return locked;
    await db
      .insertInto("change_cursors")
      .values({ name: this.name })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    return this.#position(db).forUpdate().executeTakeFirstOrThrow();
  }

  /**
   * Moves the cursor, in the transaction that stores what was read. `atEnd`: the end of the log was reached.
   *
   * @returns false when another worker has moved it since `from` was read: nothing may be stored.
   */
  async advance(db: Db, { from, to, atEnd = false }: CursorStep): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("change_cursors")
      .values({ name: this.name, revision: to })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet({ revision: to, ...(atEnd && { caught_up_at: sql<Date>`now()` }) })
          .where("change_cursors.revision", "=", from),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Records that deletions up to `through` are settled. Index: change_cursors_pkey. */
  async settleDeletions(db: Db, through: number): Promise<void> {
    await db
      .insertInto("change_cursors")
      .values({ name: this.name, compared_through: through })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ compared_through: through }))
      .execute();
  }

  #position(db: Db) {
    return db
      .selectFrom("change_cursors")
      .select(["revision", "compared_through as comparedThrough", "caught_up_at as caughtUpAt"])
      .where("name", "=", this.name);
  }
}

export type CursorStep = { from: number; to: number; atEnd?: boolean };

/** Deletes the cursors whose name begins with `prefix`, except one. Expected: a handful of rows. */
export async function deleteCursors(
  db: Db,
  { prefix, except }: { prefix: string; except: ChangeCursor },
): Promise<void> {
  await db
    .deleteFrom("change_cursors")
    .where(({ fn, val }) => fn("starts_with", ["name", val(prefix)]))
    .where("name", "!=", except.name)
    .execute();
}
