import { useNavigate, useSearch } from "@tanstack/react-router";
import { count } from "../../../shared/numbers.ts";
import { api, type Schema } from "../../app/api.ts";
import { Badge } from "../../components/badge.tsx";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Moment } from "../../components/moment.tsx";
import { ofFeed } from "./feed-query.ts";
import { bytesText, kindWords, runStateWords, spanText } from "./feed-words.ts";

const PAGE_SIZE = 10;

/** The last runs of a feed: what each has read and changed, or why it failed. */
export function FeedRuns({ feedId }: { feedId: number }) {
  const { runs: page = 1 } = useSearch({ from: "/staff/feeds/$feedId" });
  const navigate = useNavigate({ from: "/feeds/$feedId" });
  const list = api.useQuery("get", "/api/admin/feeds/{feed_id}/runs", {
    params: { ...ofFeed(feedId).params, query: { page, page_size: PAGE_SIZE } },
  });
  return (
    <ListPanel
      title="Runs"
      list={list}
      empty={<Empty title="It has not run yet.">The first run begins within a minute.</Empty>}
      onPage={(runs) => void navigate({ search: (search) => ({ ...search, runs }), resetScroll: false })}
    >
      {(run) => <RunRow key={run.id} run={run} />}
    </ListPanel>
  );
}

function RunRow({ run }: { run: Schema<"FeedRun"> }) {
  const { word, tone, icon } = runStateWords[run.state];
  const { finished_at, started_at } = run;
  const seconds = finished_at === null ? null : (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  return (
    <li className="row">
      <span className="run-state">
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </span>
      <div className="row-words">
        <span>
          <span className="row-title">{kindWords[run.kind]}</span>{" "}
          <span className="row-detail">{changesText(run)}</span>
        </span>
        {run.error && <span className="row-error">{run.error.message}</span>}
      </div>
      <span className="row-side">
        {count(run.requests)} requests, {bytesText(run.bytes)}
        {seconds !== null && `, ${spanText(seconds)}`}
      </span>
      <span className="row-time">
        <Moment at={started_at} />
      </span>
    </li>
  );
}

/** `40 read, 3 new, 1 rejected`: what is zero is left out. */
function changesText(run: Schema<"FeedRun">): string {
  const parts = [
    [run.created, "new"],
    [run.updated, "changed"],
    [run.removed, "removed"],
    [run.rejected, "rejected"],
    [run.photos, "photos"],
  ] as const;
  const changed = parts.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`);
  return [`${count(run.read)} read`, ...changed].join(", ");
}
