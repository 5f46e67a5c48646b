import { Link } from "@tanstack/react-router";
import type { Schema } from "../../app/api.ts";
import { Badge } from "../../components/badge.tsx";
import { FeedActions } from "./feed-actions.tsx";
import { FeedHealth } from "./feed-health.tsx";
import { stateOf } from "./feed-words.ts";

/** A feed in the list of feeds. */
export function FeedCard({ feed }: { feed: Schema<"Feed"> }) {
  const { word, tone, icon } = stateOf(feed.status);
  return (
    <section className="panel" aria-labelledby={`feed-${feed.id}`}>
      <header className="panel-head">
        <div className="feed-name">
          <h2 id={`feed-${feed.id}`}>
            <Link to="/feeds/$feedId" params={{ feedId: String(feed.id) }}>
              <bdi>{feed.source}</bdi>
            </Link>
          </h2>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </div>
        <FeedActions feed={feed} />
      </header>
      <FeedHealth feed={feed} />
    </section>
  );
}
