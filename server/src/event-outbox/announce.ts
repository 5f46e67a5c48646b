import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { afterCommit, beforeCommit, type Db } from "../platform/database/database.ts";
import type { EventName } from "./event-names.ts";

/** Something that has happened, as webhooks tell it. */
export type Announcement = {
  event: EventName;
  /** What it is about, such as `lead:12`: what happens to the same thing is told in the order in which it was announced. */
  subject: string;
  /** The brokerage whose it is. Null: no brokerage's. */
  brokerageId: number | null;
  /** The source of the listing that it is about, where it is no brokerage's: those are told who see its listings. */
  sourceId?: number;
  /** The `data` that receivers get. */
  data: Record<string, unknown>;
};

type Noted = Announcement & { at: Date };

/** The job that tells them. */
export const announcedJob = "deliver-webhooks";

/** What transactions that are under way have announced so far. */
const notedIn = new WeakMap<object, Noted[]>();
const silent = new WeakSet<object>();

/**
 * Notes what has happened, in the transaction in which it happens: it is told when that is committed, and never else. Call it
 * while what it is about is locked, so that the order is the right one. However often a transaction calls it, it is written by one
 * statement, the last one before the commit.
 */
export async function announce(
  ctx: Pick<Context, "clock" | "jobs"> & { db: Db },
  announcements: readonly Announcement[],
): Promise<void> {
  if (announcements.length === 0 || silent.has(ctx.db)) return;
  const at = ctx.clock.now();
  const noted = announcements.map((each) => ({ ...each, at }));
  const before = notedIn.get(ctx.db);
  if (before) {
    for (const each of noted) before.push(each);
    return;
  }
  notedIn.set(ctx.db, noted);
  await beforeCommit(ctx, async () => {
    notedIn.delete(ctx.db);
    await store(ctx.db, noted);
    afterCommit(ctx, () => ctx.jobs.wake(announcedJob));
  });
}

/** What the context's transaction has announced already says this as well; nothing where it has announced no such thing. */
export function sayMore(
  ctx: { db: Db },
  { event, subject, data }: Pick<Announcement, "event" | "subject" | "data">,
): void {
  for (const noted of notedIn.get(ctx.db) ?? []) {
    if (noted.event === event && noted.subject === subject) noted.data = { ...noted.data, ...data };
  }
}

/** From now on the context's transaction announces nothing: what it writes has been made up. */
export function announceNothing(ctx: { db: Db }): void {
  silent.add(ctx.db);
}

async function store(db: Db, announcements: readonly Noted[]): Promise<void> {
  await sql`
    insert into event_outbox (event, brokerage_id, source_id, subject, data, occurred_at)
    select event, brokerage_id, source_id, subject, data, occurred_at
    from unnest(
      ${announcements.map(({ event }) => event)}::text[],
      ${announcements.map(({ brokerageId }) => brokerageId)}::integer[],
      ${announcements.map(({ sourceId }) => sourceId ?? null)}::integer[],
      ${announcements.map(({ subject }) => subject)}::text[],
      ${announcements.map(({ data }) => JSON.stringify(data))}::jsonb[],
      ${announcements.map(({ at }) => at)}::timestamptz[]
    ) with ordinality as announced (event, brokerage_id, source_id, subject, data, occurred_at, nth)
    order by nth`.execute(db);
}
