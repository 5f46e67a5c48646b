import { api, type Schema } from "../../app/api.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { Loading } from "../../components/loading.tsx";
import { Moment } from "../../components/moment.tsx";
import { Share } from "./share.tsx";

type Status = Schema<"IndexingJob">["status"];

const names: Record<Status, string> = {
  queued: "Queued",
  running: "Running",
  completed: "Completed",
  failed: "Failed",
  partial: "Completed in part",
};
const tones: Record<Status, Tone> = {
  queued: "note",
  running: "note",
  completed: "good",
  failed: "bad",
  partial: "warn",
};

/** A job that has models describe photos, photo by photo. It is read again as the live stream tells of it. */
export function IndexingJob({ id }: { id: string }) {
  const { data, error, refetch } = api.useQuery("get", "/api/admin/embeddings/jobs/{job_id}", {
    params: { path: { job_id: id } },
  });
  return (
    <section className="panel" aria-labelledby="job">
      <h2 id="job">The job</h2>
      <ErrorNotice error={error} retry={() => void refetch()} />
      {!data ? (
        !error && <Loading />
      ) : (
        <>
          <div className="panel-body">
            <p role="status">
              <Badge tone={tones[data.status]}>{names[data.status]}</Badge>
            </p>
            <Share label="Photos" done={data.progress.processed} of={data.progress.total} />
            {data.errors.length > 0 && (
              <details>
                <summary>{data.errors.length} photos could not be read</summary>
                <ul>
                  {data.errors.map(({ image_id, error }) => (
                    <li key={image_id}>
                      <code>{image_id}</code> <bdi>{error}</bdi>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          <Facts
            facts={[
              ["Started", data.started_at && <Moment key="started" at={data.started_at} />],
              ["Will end", data.estimated_completion && <Moment key="end" at={data.estimated_completion} />],
              ["Ended", data.finished_at && <Moment key="ended" at={data.finished_at} />],
            ]}
          />
        </>
      )}
    </section>
  );
}
