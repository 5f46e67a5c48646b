import { useNavigate, useSearch } from "@tanstack/react-router";
import { api, type Schema } from "../../app/api.ts";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Moment } from "../../components/moment.tsx";
import { ofFeed } from "./feed-query.ts";

const PAGE_SIZE = 10;

/** Records that could not be stored, each with its causes and as it was sent. */
export function FeedRejects({ feedId }: { feedId: number }) {
  const { rejects: page = 1 } = useSearch({ from: "/staff/feeds/$feedId" });
  const navigate = useNavigate({ from: "/feeds/$feedId" });
  const list = api.useQuery("get", "/api/admin/feeds/{feed_id}/rejects", {
    params: { ...ofFeed(feedId).params, query: { page, page_size: PAGE_SIZE } },
  });
  return (
    <ListPanel
      title="Rejected records"
      list={list}
      empty={<Empty title="Every record that is offered could be stored." />}
      onPage={(rejects) =>
        void navigate({ search: (search) => ({ ...search, rejects }), resetScroll: false })
      }
    >
      {(reject) => <RejectRow key={`${reject.resource} ${reject.key}`} reject={reject} />}
    </ListPanel>
  );
}

function RejectRow({ reject: { key, resource, reasons, record, at } }: { reject: Schema<"FeedReject"> }) {
  return (
    <li className="row">
      <div className="row-words">
        <span className="row-title">
          {resource} <bdi>{key}</bdi>
        </span>
        <ul>
          {reasons.map((reason) => (
            <li key={reason} className="row-error">
              {reason}
            </li>
          ))}
        </ul>
        <details>
          <summary>The record as it was sent</summary>
          <pre className="code">{JSON.stringify(record, null, 2)}</pre>
        </details>
      </div>
      <span className="row-time">
        <Moment at={at} />
      </span>
    </li>
  );
}
