import { sql } from "kysely";
import { ChangeCursor } from "../change-cursors/index.ts";
import type { Context } from "../platform/context.ts";
import { type Db, inTransaction } from "../platform/database/database.ts";
import type { LoggedEvent, StreamScope } from "./stream-scope.ts";

/** `revision`: the last position that was given. `comparedThrough`: the last one whose row was deleted. */
const cursor = new ChangeCursor("live stream");

const NUMBERED_AT_ONCE = 5000;

/**
 * Gives events that were committed without a position the next ones. The cursor's lock makes one process at a time do so until its
 * commit: positions become visible in their order, so everything after a position is complete.
 *
 * Index: stream_events_pending.
 *
 * @returns the last position.
 */
export async function numberEvents(ctx: Pick<Context, "db">): Promise<number> {
  for (;;) {
    const { from, count } = await inTransaction(ctx, async ({ db }) => {
      const { revision: from } = await cursor.lock(db);
      const { numAffectedRows } = await sql`
        update stream_events
        set position = ${from}::bigint + pending.nth
        from (
          select id, row_number() over (order by id) as nth
          from (select id from stream_events where position is null order by id limit ${NUMBERED_AT_ONCE}) first
        ) pending
        where stream_events.id = pending.id`.execute(db);
      const count = Number(numAffectedRows);
      if (count > 0) await cursor.advance(db, { from, to: from + count, atEnd: count < NUMBERED_AT_ONCE });
      return { from, count };
    });
    if (count < NUMBERED_AT_ONCE) return from + count;
  }
}

/** The last position, and whether events wait for theirs. Index: stream_events_pending. */
export async function endOfLog(db: Db): Promise<{ position: number; isPending: boolean }> {
  const [{ revision }, { rows }] = await Promise.all([
    cursor.read(db),
    sql<{ isPending: boolean }>`
      select exists (select from stream_events where position is null) as "isPending"`.execute(db),
  ]);
  return { position: revision, isPending: rows[0]?.isPending === true };
}

export type LogRange = {
  after: number;
  through: number;
  /** Other scopes' events are left out; null: of all. */
  scope?: StreamScope;
};

/**
 * The events of a range of positions, in order; null when some of them are deleted already.
 *
 * Index: stream_events_position. Expected: at most a row for each position of the range.
 */
export async function readEvents(
  db: Db,
  { after, through, scope = null }: LogRange,
): Promise<LoggedEvent[] | null> {
  const inScope =
    scope === null
      ? sql`true`
      : scope.agentId === null
        ? sql`brokerage_id = ${scope.brokerageId}`
        : sql`brokerage_id = ${scope.brokerageId} and ${scope.agentId} in (agent_id, left_agent_id)`;
  const { rows } = await sql<LoggedEvent>`
    select
      position, event, brokerage_id as "brokerageId", agent_id as "agentId", left_agent_id as "leftAgentId", data
    from stream_events
    where position > ${after} and position <= ${through} and ${inScope}
    order by position`.execute(db);
  // Read after the events: what was deleted before or meanwhile is known to be deleted.
  const { comparedThrough } = await cursor.read(db);
  return comparedThrough > after ? null : rows;
}

const KEPT_HOURS = 24;
const DELETED_AT_ONCE = 10_000;

/**
 * Deletes events that are older than a day, by the database's clock, after giving positions to those without one: where no process has a
 * stream, none does it otherwise.
 *
 * Index: stream_events_position. @returns the number of deleted rows.
 */
export async function pruneStreamEvents(ctx: Pick<Context, "db">): Promise<number> {
  await numberEvents(ctx);
  for (let total = 0; ; ) {
    const deleted = await inTransaction(ctx, async ({ db }) => {
      await cursor.lock(db);
      const { rows } = await sql<{ position: number }>`
        delete from stream_events
        where
          position = any (array(
            select position from stream_events where position is not null order by position limit ${DELETED_AT_ONCE}
          ))
          and occurred_at < now() - make_interval(hours => ${KEPT_HOURS})
        returning position`.execute(db);
      const through = rows.reduce((last, { position }) => Math.max(last, position), 0);
      if (through > 0) await cursor.settleDeletions(db, through);
      return rows.length;
    });
    total += deleted;
    if (deleted < DELETED_AT_ONCE) return total;
  }
}
