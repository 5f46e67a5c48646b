import type { Selectable } from "kysely";
import { sourcesById } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Feeds } from "../../platform/database/types.generated.ts";
import { lagSeconds } from "../status/feed-status.ts";

const MIN_LATE_SECONDS = 6 * 3600;
const LATE_INTERVALS = 3;

type Timed = Pick<Selectable<Feeds>, "current_as_of" | "refresh_minutes" | "enabled">;

/** Whether an enabled feed is over 6 hours and over three of its refresh intervals behind (feeds.md: D35). */
export function isLate(feed: Timed, now: Date): boolean {
  const lag = feed.enabled ? lagSeconds(feed, now) : null;
  return lag !== null && lag > Math.max(MIN_LATE_SECONDS, LATE_INTERVALS * feed.refresh_minutes * 60);
}

export type SourceLag = { source: string; enabled: boolean; seconds: number | null; isLate: boolean };

/** How far each source with a feed is behind. Expected: a handful of rows. */
export async function sourceLags({ db, clock }: Pick<Context, "db" | "clock">): Promise<SourceLag[]> {
  const now = clock.now();
  const feeds = await db
    .selectFrom("feeds")
    .select(["source_id", "current_as_of", "refresh_minutes", "enabled"])
    .execute();
  const names = await sourcesById(
    db,
    feeds.map(({ source_id }) => source_id),
  );
  return feeds.map((feed) => ({
    source: names.get(feed.source_id) ?? "",
    enabled: feed.enabled,
    seconds: lagSeconds(feed, now),
    isLate: isLate(feed, now),
  }));
}
