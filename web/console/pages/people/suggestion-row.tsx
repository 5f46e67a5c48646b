import { useState } from "react";
import { client, type Schema } from "../../app/api.ts";
import { messageOf } from "../../app/api-error.ts";
import { useMay } from "../../app/me.ts";
import { ownMoment } from "../../app/time-zone.ts";
import { ifMatch } from "../../app/versioned.ts";
import { Badge } from "../../components/badge.tsx";
import { Changes } from "../../components/changes.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { readPeopleAgain } from "./read-people-again.ts";
import { RejectSuggestion } from "./reject-suggestion.tsx";
import { useTarget } from "./use-target.ts";

type Suggestion = Schema<"Suggestion">;

const kinds = { brokerage: "Brokerage", agent: "Agent", broker_contact: "Broker contact" };

/** A suggestion as what is now and what would be, and its decision. */
export function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const { id, target_type, target_id, changes, note, reason, submitted_by, created_at, status } = suggestion;
  const { target, error } = useTarget(suggestion);
  const before = target?.record as Record<string, unknown> | undefined;
  const title = target?.record.name ?? `${kinds[target_type]} ${target_id}`;
  return (
    <li className="row suggestion" aria-label={`Suggestion for ${title}`}>
      <div className="row-words">
        <span className="row-title">
          <bdi>{title}</bdi> <span className="count">{kinds[target_type]}</span>
        </span>
        <span className="row-detail">
          <bdi>{submitted_by}</bdi>, {ownMoment(created_at)}
        </span>
        {note && <bdi className="suggestion-note">{note}</bdi>}
      </div>
      {status === "pending" ? (
        <Decision id={id} title={title} etag={target?.etag ?? null} />
      ) : (
        <Decided status={status} reason={reason} />
      )}
      <ErrorNotice error={error} />
      <Changes
        changes={Object.entries(changes).map(([field, after]) => ({
          field,
          // Of a decided one, what was there before is not known any more.
          before: status === "pending" ? before?.[field] : undefined,
          after,
        }))}
      />
    </li>
  );
}

function Decided({ status, reason }: { status: "approved" | "rejected"; reason: string | null }) {
  if (status === "approved")
    return (
      <Badge tone="good" icon="check-circle">
        Approved
      </Badge>
    );
  return (
    <span>
      <Badge tone="bad" icon="x">
        Rejected
      </Badge>{" "}
      {reason && <bdi className="hint">{reason}</bdi>}
    </span>
  );
}

/** `etag`: the version of the record that is shown. Where it has another one by now, that is shown first, and nothing is approved. */
function Decision({ id, title, etag }: { id: number; title: string; etag: string | null }) {
  const may = useMay();
  const [isBusy, setBusy] = useState(false);
  const [isRejecting, setRejecting] = useState(false);
  if (!may("approveSuggestion")) return <Badge icon="hourglass">Waits for a broker</Badge>;
  const approve = async () => {
    setBusy(true);
    try {
      await client.POST("/api/admin/suggestions/{suggestion_id}/approve", {
        params: { path: { suggestion_id: id } },
        headers: ifMatch(etag),
      });
      notify({ title: `The change of ${title} is approved, and made` });
    } catch (error) {
      notifyFailure(`The change of ${title} was not made`, messageOf(error));
    }
    await readPeopleAgain();
    setBusy(false);
  };
  return (
    <div className="row-actions">
      <button
        type="button"
        className="button small"
        disabled={isBusy}
        aria-label={`Approve the change of ${title}`}
        onClick={() => void approve()}
      >
        <Icon name="check" />
        Approve
      </button>
      <button
        type="button"
        className="button small quiet"
        disabled={isBusy}
        aria-label={`Reject the change of ${title}`}
        onClick={() => setRejecting(true)}
      >
        Reject …
      </button>
      {isRejecting && <RejectSuggestion id={id} title={title} onClose={() => setRejecting(false)} />}
    </div>
  );
}
