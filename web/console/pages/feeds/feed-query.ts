import { useParams } from "@tanstack/react-router";
import { api, client, type Schema } from "../../app/api.ts";
import { queries } from "../../app/queries.ts";
import { useVersioned, type Versioned, versioned } from "../../app/versioned.ts";

type Feed = Schema<"Feed">;

/** Runs come by the live stream. How far a feed lags behind changes with the time alone. */
const LAG_MS = 60_000;

/** All feeds. There are some dozens at most. */
export function useFeeds() {
  return api.useQuery(
    "get",
    "/api/admin/feeds",
    { params: { query: { page_size: 100 } } },
    { refetchInterval: LAG_MS },
  );
}

export function useFeed(feedId: number) {
  return api.useQuery("get", "/api/admin/feeds/{feed_id}", ofFeed(feedId), { refetchInterval: LAG_MS });
}

/** What staff edit of a feed. */
export type EditableFeed = Omit<Feed, "status">;

/** With the version that an edit names. */
export function useVersionedFeed(feedId: number) {
  return useVersioned(["versioned", "/api/admin/feeds/{feed_id}", feedId], async () =>
    versionedFeed(await client.GET("/api/admin/feeds/{feed_id}", ofFeed(feedId))),
  );
}

/** Without its status, which changes by itself. */
export function versionedFeed(reply: { data?: Feed; response: Response }): Versioned<EditableFeed> {
  const { record, etag } = versioned<Feed>(reply);
  const { status: _, ...settings } = record;
  return { record: settings, etag };
}

export function useFeedId(from: "/staff/feeds/$feedId" | "/staff/feeds/$feedId/edit"): number {
  return Number(useParams({ from }).feedId);
}

/** The parameters of a request about a feed. */
export function ofFeed(feedId: number) {
  return { params: { path: { feed_id: feedId } } };
}

/** After a change of a feed everything about feeds is read again. */
export function readFeedsAgain(): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => typeof path === "string" && path.startsWith("/api/admin/feeds"),
  });
}
