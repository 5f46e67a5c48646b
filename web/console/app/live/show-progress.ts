import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Schema } from "../api.ts";
import type { Change } from "./one-stream.ts";

type Feed = Schema<"Feed">;
/** The data of `feed.run_progressed`. */
type RunProgress = Pick<Feed["status"], "phase"> & { feed_id: number; done: number; total: number | null };

const ONE = "/api/admin/feeds/{feed_id}";
const ALL = "/api/admin/feeds";

/** Shows how far a run is in what is loaded of its feed, without a request: events of a long run are many. */
export function showProgress(queries: QueryClient, { event, data }: Change): void {
  if (event !== "feed.run_progressed") return;
  const progress = data as RunProgress;
  const isOf = (path: string) => ({
    predicate: ({ queryKey }: { queryKey: QueryKey }) => isRead(queryKey, path),
  });
  queries.setQueriesData<Feed>(isOf(ONE), (feed) => feed && withProgress(feed, progress));
  queries.setQueriesData<{ items: Feed[] }>(
    isOf(ALL),
    (page) => page && { ...page, items: page.items.map((feed) => withProgress(feed, progress)) },
  );
}

function isRead([method, path]: QueryKey, wanted: string): boolean {
  return method === "get" && path === wanted;
}

/** The speed is the server's, of when the feed was read. */
function withProgress(feed: Feed, { feed_id, phase, done, total }: RunProgress): Feed {
  const { progress } = feed.status;
  if (feed.id !== feed_id || !progress) return feed;
  return { ...feed, status: { ...feed.status, phase, progress: { ...progress, done, total } } };
}
