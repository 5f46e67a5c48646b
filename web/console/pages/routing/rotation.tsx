import { api } from "../../app/api.ts";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Candidates } from "./candidates.tsx";

/** Whose turn it is now, for a lead of which nothing is known. */
export function Rotation({ brokerageId }: { brokerageId: number }) {
  const { data, error, refetch } = api.useQuery("post", "/api/v1/admin/routing/preview", {
    body: { brokerage_id: brokerageId },
  });
  return (
    <section className="panel" aria-labelledby="rotation">
      <h2 id="rotation">Whose turn it is</h2>
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.candidates.length === 0 ? (
        <Empty title="There is no agent yet.">Leads stay without one.</Empty>
      ) : (
        <Candidates candidates={data.candidates} chosenId={data.agent_id} />
      )}
    </section>
  );
}
