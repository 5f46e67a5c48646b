import { brokeragesShowing, brokersOf } from "../../brokerages/index.ts";
import { enqueueMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { lockFeed, type StoredFeed } from "../configuration/stored-feed.ts";
import { heldMessage } from "../status/feed-status.ts";
import { isLate } from "./lag.ts";

/** The name of the job. It is woken by the end of each run. */
export const feedAlarmsJob = "feed-alarms";

/**
 * Mails the broker contacts of the brokerages that show a source: once about each hold of its removals, once when its feed is late,
 * and once when that feed is well again.
 */
export async function runFeedAlarms(ctx: Context): Promise<void> {
  const feeds = await ctx.db.selectFrom("feeds").selectAll().orderBy("id").execute();
  for (const feed of feeds) {
    if (ctx.signal.aborted) return;
    if (alarmsOf(feed, ctx.clock.now()).length === 0) continue;
    await inTransaction(ctx, async (ctx) => {
      const locked = await lockFeed(ctx, feed.id);
      for (const alarm of alarmsOf(locked, ctx.clock.now())) await raise(ctx, locked, alarm);
    });
  }
}

type Alarm = "held" | "late" | "recovered";
type Alarmed = Pick<
  StoredFeed,
  "enabled" | "current_as_of" | "refresh_minutes" | "held_at" | "hold_mailed_at" | "lag_mailed_at"
>;

/** What is due and not mailed yet. */
function alarmsOf(feed: Alarmed, now: Date): Alarm[] {
  const { held_at, hold_mailed_at, lag_mailed_at } = feed;
  // The end of a hold clears both.
  const isHoldNew = held_at !== null && hold_mailed_at === null;
  const late = isLate(feed, now);
  return [
    ...(isHoldNew ? (["held"] as const) : []),
    ...(late && lag_mailed_at === null ? (["late"] as const) : []),
    ...(!late && feed.enabled && lag_mailed_at !== null ? (["recovered"] as const) : []),
  ];
}

async function raise(ctx: Context, feed: StoredFeed, alarm: Alarm): Promise<void> {
  const now = ctx.clock.now();
  const brokers = await brokersOf(ctx.db, await brokeragesShowing(ctx.db, feed.source_id));
  for (const broker of brokers) await mail(ctx, feed, alarm, broker);
  await ctx.db
    .updateTable("feeds")
    .set(
      { held: { hold_mailed_at: now }, late: { lag_mailed_at: now }, recovered: { lag_mailed_at: null } }[
        alarm
      ],
    )
    .where("id", "=", feed.id)
    .execute();
  ctx.log.warn({ feed: feed.id, source: feed.source, alarm }, "feed alarm raised");
}

type Broker = Awaited<ReturnType<typeof brokersOf>>[number];

async function mail(ctx: Context, feed: StoredFeed, alarm: Alarm, broker: Broker): Promise<void> {
  const { adminAppUrl, publicApiUrl } = ctx.config;
  const url = adminAppUrl ? `${adminAppUrl}/feeds/${feed.id}` : `${publicApiUrl}/api/admin/feeds/${feed.id}`;
  const data = { name: broker.name, source: feed.source, url };
  const common = {
    brokerageId: broker.brokerage_id,
    leadId: null,
    to: broker.email,
    replyTo: null,
    audience: "staff",
    occasion: occasionOf(feed, alarm),
  } as const;
  if (alarm === "held") {
    await enqueueMail(ctx, {
      ...common,
      template: "feed_held",
      data: { ...data, explanation: heldMessage(feed) },
    });
  } else if (alarm === "late") {
    const asOf = (feed.current_as_of as Date).toISOString();
    await enqueueMail(ctx, {
      ...common,
      template: "feed_late",
      data: { ...data, asOf, error: feed.error_message },
    });
  } else {
    await enqueueMail(ctx, { ...common, template: "feed_recovered", data });
  }
}

/** One mail of each hold, and of each time that a feed was late. */
function occasionOf({ id, held_at, current_as_of, lag_mailed_at }: StoredFeed, alarm: Alarm): string {
  const since = { held: held_at, late: current_as_of, recovered: lag_mailed_at }[alarm];
  return `feed ${id} ${alarm} ${since?.toISOString()}`;
}
