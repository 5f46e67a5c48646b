import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../app/api.ts";
import { useDebounced } from "../../app/use-debounced.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import type { ChosenLead } from "../../components/lead-list-box.tsx";
import { Loading } from "../../components/loading.tsx";
import { MailFrame } from "../../components/mail-frame.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { StepDraft } from "./sequence-draft.ts";

type MailPreviewProps = { sequenceId: number; lead: ChosenLead; step: StepDraft; position: number };

/** The email with its footer, while it is written. */
export function MailPreview({ sequenceId, lead, step, position }: MailPreviewProps) {
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
  if (!isWritten) return <p className="hint">The email is shown as soon as it has a subject and a text.</p>;
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <article className="mail" aria-label={`Email ${position}`}>
      {data.warnings.map(({ message }) => (
        <p key={message} className="notice warn">
          <Icon name="warning" />
          {message}
        </p>
      ))}
      <dl className="mail-head">
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
      <MailFrame title={`Email ${position} to ${data.to ?? "the lead"}`} html={data.html} />
      <details>
        <summary>As plain text</summary>
        <pre className="mail-text">{data.body}</pre>
      </details>
    </article>
  );
}
