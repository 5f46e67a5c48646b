import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { count, counted } from "../../../shared/numbers.ts";
import { api, type Schema } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { useMay } from "../../app/me.ts";
import { Badge } from "../../components/badge.tsx";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { DryRun } from "./dry-run.tsx";
import { NewSequence } from "./new-sequence.tsx";
import { Starters } from "./starters.tsx";
import { stageWords } from "./words.ts";

/** The sequences, how they go, and starters to begin with. */
export function DripsPage() {
  const may = useMay();
  const [opened, setOpened] = useState<"new" | "dry run" | null>(null);
  const close = () => setOpened(null);
  return (
    <Page
      title="Drips"
      intro="Emails that follow each other by themselves, until a lead answers."
      actions={
        <>
          {may("runDrips") && (
            <button type="button" className="button quiet" onClick={() => setOpened("dry run")}>
              What is due now
            </button>
          )}
          {may("createDripSequence") && (
            <button type="button" className="button" onClick={() => setOpened("new")}>
              New sequence
            </button>
          )}
        </>
      }
    >
      <Sequences />
      {may("copyDripStarter") && <Starters />}
      {opened === "new" && <NewSequence onClose={close} />}
      {opened === "dry run" && <DryRun onClose={close} />}
    </Page>
  );
}

function Sequences() {
  const brokerage_id = useBrokerageId();
  const { data, error, refetch } = api.useQuery("get", "/api/v1/admin/drips", {
    params: { query: { brokerage_id } },
  });
  return (
    <section className="panel" aria-labelledby="sequences">
      <h2 id="sequences">Sequences {data && <span className="count">{count(data.total)}</span>}</h2>
      <ErrorNotice error={error} retry={() => void refetch()} />
      {!data ? (
        !error && <Loading />
      ) : data.items.length === 0 ? (
        <Empty title="There is no sequence yet.">Copy a starter below, or begin with an empty one.</Empty>
      ) : (
        <ul className="rows">
          {data.items.map((sequence) => (
            <SequenceRow key={sequence.id} sequence={sequence} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SequenceRow({ sequence }: { sequence: Schema<"DripSequence"> }) {
  const { id, name, steps, active, trigger_state, pipeline_type, warnings } = sequence;
  const days = steps.reduce((sum, { delay_days }) => sum + delay_days, 0);
  return (
    <li className="row sequence-row">
      <div className="row-words">
        <Link to="/drips/$sequenceId" params={{ sequenceId: String(id) }} className="row-title">
          <bdi>{name}</bdi>
        </Link>
        <span className="row-detail">
          {counted(steps.length, "email")} in {counted(days, "day")} · begins at {stageWords(trigger_state)}
          {pipeline_type && ` · ${pipeline_type}s`}
        </span>
      </div>
      {warnings.length > 0 && (
        <Badge tone="warn" icon="warning">
          {counted(warnings.length, "warning")}
        </Badge>
      )}
      <span className="row-side">
        {count(sequence.active_enrollments)} on it, {count(sequence.total_enrollments)} in all
      </span>
      {active ? (
        <Badge tone="good" icon="play">
          On
        </Badge>
      ) : (
        <Badge icon="pause">Off</Badge>
      )}
    </li>
  );
}
