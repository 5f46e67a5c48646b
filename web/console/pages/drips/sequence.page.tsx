import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import { useMay } from "../../app/me.ts";
import { useVersioned, type Versioned, versioned } from "../../app/versioned.ts";
import { Badge } from "../../components/badge.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { DeleteSequence } from "./delete-sequence.tsx";
import { Enrollments } from "./enrollments.tsx";
import { ofSequence } from "./read-drips-again.ts";
import { SequenceEditor } from "./sequence-editor.tsx";

const PATH = "/api/v1/admin/drips/{sequence_id}";

/** A sequence: its emails, as a lead would get them, and who is on it. */
export function SequencePage() {
  const id = Number(useParams({ from: "/staff/drips/$sequenceId" }).sequenceId);
  const { data, error, refetch, readAgain } = useVersioned(["versioned", PATH, id], async () =>
    versioned(await client.GET(PATH, ofSequence(id))),
  );
  if (data) return <Sequence key={id} loaded={data} readAgain={readAgain} />;
  return (
    <Page title="Sequence">
      {error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <Loading />}
    </Page>
  );
}

type Loaded = Versioned<Schema<"DripSequence">>;
type SequenceProps = { loaded: Loaded; readAgain: () => Promise<Loaded> };

function Sequence({ loaded, readAgain }: SequenceProps) {
  const may = useMay();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, active } = loaded.record;
  return (
    <Page
      title={name}
      className="sequence-page"
      actions={
        <>
          {active ? (
            <Badge tone="good" icon="play">
              On
            </Badge>
          ) : (
            <Badge icon="pause">Off</Badge>
          )}
          {may("deleteDripSequence") && (
            <button type="button" className="button small quiet" onClick={() => setDeleting(true)}>
              Delete …
            </button>
          )}
        </>
      }
    >
      <SequenceEditor loaded={loaded} readAgain={readAgain} />
      <Enrollments sequenceId={id} />
      {isDeleting && (
        <DeleteSequence
          sequence={loaded.record}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: "/drips", ignoreBlocker: true })}
        />
      )}
    </Page>
  );
}
