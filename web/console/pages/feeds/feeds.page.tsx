import { Link } from "@tanstack/react-router";
import { useMay } from "../../app/me.ts";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { Icon } from "../../icons/icon.tsx";
import { FeedCard } from "./feed-card.tsx";
import { useFeeds } from "./feed-query.ts";
import { ImportedSources } from "./imported-sources.tsx";

/** How well each source of listings is in step with its MLS. */
export function FeedsPage() {
  const { data, error, refetch } = useFeeds();
  const may = useMay();
  return (
    <Page
      title="Feeds"
      intro="Each feed keeps the listings of one source in step with an MLS."
      actions={
        may("createFeed") && (
          <Link className="button" to="/feeds/new">
            <Icon name="plus" />
            Add a feed
          </Link>
        )
      }
    >
      <ErrorNotice error={error} retry={() => void refetch()} />
      {!data ? (
        !error && <Loading />
      ) : data.items.length === 0 ? (
        <section className="panel">
          <Empty title="There is no feed yet.">
            Add one with the address of your MLS's RESO Web API and a token. Its listings are here within
            minutes.
          </Empty>
        </section>
      ) : (
        <ul className="feed-cards">
          {data.items.map((feed) => (
            <li key={feed.id}>
              <FeedCard feed={feed} />
            </li>
          ))}
        </ul>
      )}
      {data && <ImportedSources fed={data.items.map(({ source }) => source)} />}
    </Page>
  );
}
