import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../app/api.ts";
import { useDebounced } from "../../app/use-debounced.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import type { ChosenLead } from "../../components/lead-chooser.tsx";
import { LetterFrame } from "../../components/letter-frame.tsx";
import { Loading } from "../../components/loading.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { StepDraft } from "./sequence-draft.ts";

type LetterProps = { sequenceId: number; lead: ChosenLead; step: StepDraft; position: number };

/** The letter with its footer, while it is written. */
export function LetterPreview({ sequenceId, lead, step, position }: LetterProps) {
  const { subject_template, body_template } = useDebounced(step);
  const isWritten = subject_template.trim() !== "" && body_template.trim() !== "";
  const { data, error, refetch } = api.useQuery(
    "post",
    "/api/v1/admin/drips/{sequence_id}/preview",
    {
      params: { path: { sequence_id: sequenceId } },
      body: { lead_id: lead.id, position, draft: { subject_template, body_template } },
    },
    { enabled: isWritten, placeholderData: keepPreviousData },
  );
  if (!isWritten) return <p className="hint">The letter is shown as soon as it has a subject and a text.</p>;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <article className="letter" aria-label={`Letter ${position}`}>
      {data.warnings.map(({ message }) => (
        <p key={message} className="notice warn">
          <Icon name="warning" />
          {message}
        </p>
      ))}
      <dl className="letter-head">
        <div>
          <dt>To</dt>
          <dd>{data.to ? <bdi>{data.to}</bdi> : "no address: it would not be sent"}</dd>
        </div>
        <div>
          <dt>Replies to</dt>
          <dd>{data.reply_to ? <bdi>{data.reply_to}</bdi> : "the sender"}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd>
            <bdi className="row-title">{data.subject}</bdi>
          </dd>
        </div>
      </dl>
      <LetterFrame title={`Letter ${position} to ${data.to ?? "the lead"}`} html={data.html} />
      <details>
        <summary>As plain text</summary>
        <pre className="letter-text">{data.body}</pre>
      </details>
    </article>
  );
}
