import { Link } from "@tanstack/react-router";
import { useMay } from "../../app/me.ts";
import { Badge } from "../../components/badge.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { Icon } from "../../icons/icon.tsx";
import { DeleteFeed } from "./delete-feed.tsx";
import { FeedActions } from "./feed-actions.tsx";
import { FeedHealth } from "./feed-health.tsx";
import { useFeed, useFeedId } from "./feed-query.ts";
import { FeedRejects } from "./feed-rejects.tsx";
import { FeedRuns } from "./feed-runs.tsx";
import { FeedSettings } from "./feed-settings.tsx";
import { stateOf } from "./feed-words.ts";

/** One feed: its health, its runs, what it could not store, and its settings. */
export function FeedPage() {
  const feedId = useFeedId("/staff/feeds/$feedId");
  const may = useMay();
  const { data: feed, error, refetch } = useFeed(feedId);
  if (error && !feed)
    return (
      <Page title="Feed">
        <ErrorNotice error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!feed)
    return (
      <Page title="Feed">
        <Loading />
      </Page>
    );
  const { word, tone, icon } = stateOf(feed.status);
  return (
    <Page
      title={feed.source}
      intro={<Link to="/feeds">All feeds</Link>}
      actions={<FeedActions feed={feed} />}
    >
      <ErrorNotice error={error} retry={() => void refetch()} />
      <section className="panel" aria-labelledby="health">
        <header className="panel-head">
          <h2 id="health">Health</h2>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </header>
        <FeedHealth feed={feed} />
      </section>
      <FeedRejects feedId={feedId} />
      <FeedRuns feedId={feedId} />
      <FeedSettings
        feed={feed}
        actions={
          <>
            {may("updateFeed") && (
              <Link
                className="button small quiet"
                to="/feeds/$feedId/edit"
                params={{ feedId: String(feedId) }}
              >
                <Icon name="pencil-simple" />
                Edit
              </Link>
            )}
            {may("getSourceRules") && (
              <Link
                className="button small quiet"
                to="/sources/$source/rules"
                params={{ source: feed.source }}
              >
                Rules of the source
              </Link>
            )}
            {may("deleteFeed") && <DeleteFeed feed={feed} />}
          </>
        }
      />
    </Page>
  );
}
