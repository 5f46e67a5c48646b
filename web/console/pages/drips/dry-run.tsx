import { count, counted } from "../../../shared/numbers.ts";
import { api } from "../../app/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";

const MOST_SHOWN = 100;

/** What a pass would do now, for all brokerages. It sends nothing and changes nothing. */
export function DryRun({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = api.useQuery(
    "post",
    "/api/v1/admin/drips/run",
    { params: { query: { dry_run: true } } },
    { staleTime: 0, gcTime: 0 },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="What is due now"
      description="What the next pass would do, in all brokerages. Nothing is sent and nothing is changed."
    >
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.actions.length === 0 && data.notes.length === 0 ? (
        <Empty title="Nothing is due." />
      ) : (
        <>
          <p role="status">{counted(data.actions.length, "email")} would be sent.</p>
          <ul>
            {data.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          <ul className="rows">
            {data.actions.slice(0, MOST_SHOWN).map(({ enrollment_id, sequence_id, lead_id, position }) => (
              <li key={enrollment_id} className="row">
                Lead {lead_id}: email {position} of sequence {sequence_id}
              </li>
            ))}
          </ul>
          {data.actions.length > MOST_SHOWN && <p>{count(data.actions.length - MOST_SHOWN)} more</p>}
        </>
      )}
    </Dialog>
  );
}
