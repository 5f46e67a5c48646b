import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type ChannelName, channelNames } from "../message.ts";

export type DueMessages = { channel: ChannelName; due: number; seconds: number };

/** The messages that should have left by now. Indexes: messages_due, messages_due_alerts. Expected: a row for each channel. */
export async function dueMessages({ db, clock }: Pick<Context, "db" | "clock">): Promise<DueMessages[]> {
  const now = clock.now();
  const { rows } = await sql<DueMessages>`
    select channel, count(*)::int as due, extract(epoch from ${now}::timestamptz - min(due_at))::float as seconds
    from messages
    where state in ('waiting', 'sending') and due_at <= ${now}
    group by channel`.execute(db);
  const found = new Map(rows.map((row) => [row.channel, row]));
  return channelNames.map((channel) => found.get(channel) ?? { channel, due: 0, seconds: 0 });
}
