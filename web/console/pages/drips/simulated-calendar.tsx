import { keepPreviousData } from "@tanstack/react-query";
import { momentText } from "../../../shared/dates.ts";
import { api, type Schema } from "../../app/api.ts";
import { useDebounced } from "../../app/use-debounced.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import type { ChosenLead } from "../../components/lead-list-box.tsx";
import { leadName } from "../../components/leads/lead-name.ts";
import { Loading } from "../../components/loading.tsx";
import { EnrollButton } from "./enroll-button.tsx";
import { MonthGrids } from "./month-grids.tsx";
import { type StepDraft, stepBody } from "./sequence-draft.ts";
import { stopWords } from "./words.ts";

type CalendarProps = {
  sequence: Schema<"DripSequence">;
  steps: readonly StepDraft[];
  lead: ChosenLead;
  isDirty: boolean;
};

/** When each email would be sent to a lead that is enrolled now, by the engine's own rules. */
export function SimulatedCalendar({ sequence, steps, lead, isDirty }: CalendarProps) {
  const written = useDebounced(steps.filter(isWritten).map(stepBody));
  const { data, error, refetch } = api.useQuery(
    "post",
    "/api/v1/admin/drips/{sequence_id}/simulate",
    {
      params: { path: { sequence_id: sequence.id } },
      body: { lead_id: lead.id, ...(isDirty && { steps: written }) },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <section className="panel" aria-labelledby="calendar">
      <h2 id="calendar">
        If <bdi>{leadName(lead)}</bdi> is enrolled now
      </h2>
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <div className="panel-body">
          <Obstacles simulation={data} />
          <MonthGrids simulation={data} />
          <SendTimes simulation={data} />
          <details className="calendar-notes">
            <summary>How the times come about</summary>
            <ul>
              {data.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
          <EnrollButton sequence={sequence} lead={lead} refusal={data.refusal} isDirty={isDirty} />
        </div>
      )}
    </section>
  );
}

function isWritten({ subject_template, body_template }: StepDraft): boolean {
  return subject_template.trim() !== "" && body_template.trim() !== "";
}

function Obstacles({ simulation: { stop_reason } }: { simulation: Schema<"DripSimulation"> }) {
  if (stop_reason === null) return null;
  return <p className="notice warn">Nothing would be sent: {stopWords[stop_reason]}.</p>;
}

function SendTimes({ simulation: { steps, time_zone } }: { simulation: Schema<"DripSimulation"> }) {
  return (
    <ol className="send-times">
      {steps.map(({ position, due_at, subject, would_send }) => (
        <li key={position} data-sent={would_send}>
          <span className="step-number">{position}</span>
          <time dateTime={due_at}>{momentText(due_at, time_zone, "dayAndTime")}</time>
          <bdi>{subject}</bdi>
          {!would_send && <span className="hint">not sent</span>}
        </li>
      ))}
    </ol>
  );
}
