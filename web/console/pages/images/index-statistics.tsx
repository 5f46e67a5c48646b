import { count, decimal } from "../../../shared/numbers.ts";
import { api } from "../../app/api.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { Loading } from "../../components/loading.tsx";
import { Moment } from "../../components/moment.tsx";
import { Share } from "./share.tsx";

/** How much of the photos that public listings show is in the index. */
export function IndexStatistics() {
  const { data, error, refetch } = api.useQuery("get", "/api/admin/embeddings/images/stats", {});
  return (
    <section className="panel" aria-labelledby="index">
      <h2 id="index">The index</h2>
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <>
          <div className="panel-body">
            <Share
              label="Photos in the index"
              done={data.total_images - data.unindexed_images}
              of={data.total_images}
            />
            <Share label="Room that is used" done={data.capacity.used} of={data.capacity.max} />
          </div>
          <Facts
            facts={[
              ["Listings", count(data.total_properties)],
              ["With photos", count(data.properties_with_images)],
              ["Photos", count(data.total_images)],
              ["Photos for each listing", decimal(data.avg_images_per_property, 1)],
              ["Found by words", count(data.description_embeddings)],
              ["Found by similarity", count(data.visual_embeddings)],
              ["Size", `${decimal(data.storage_size_mb, 1)} MB`],
              ["Last change", <Moment key="last" at={data.last_indexed_at} />],
            ]}
          />
        </>
      )}
    </section>
  );
}
