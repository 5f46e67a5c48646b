import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { client, type Schema } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { TextField } from "../field.tsx";
import { notify } from "../toasts.tsx";
import { type ContactKind, contactKinds } from "./contact-kinds.ts";
import { leadName } from "./lead-name.ts";

type ContactComposerProps = {
  lead: Pick<Schema<"LeadSummary">, "id" | "first_name" | "last_name" | "email">;
  kind: ContactKind;
  onLogged: () => void;
  onCancel: () => void;
};

type Draft = { note: string; direction: "outbound" | "inbound" };

/**
 * Logs a contact, or adds a note, in a form that takes the focus. What was typed stays until it is stored, also where another kind is
 * chosen meanwhile.
 */
export function ContactComposer({ lead, kind, onLogged, onCancel }: ContactComposerProps) {
  const { noun } = contactKinds[kind];
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.closest(`[data-kind=${kind}]`)?.querySelector("textarea")?.focus();
  }, [kind]);
  const log = useMutation<unknown, ApiError, Draft>({
    mutationFn: (draft) => send(lead.id, kind, draft),
    onSuccess: () => {
      notify({ title: kind === "note" ? "Note added" : `Logged the ${noun} with ${leadName(lead)}` });
      onLogged();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (log.isPending) return;
    const fields = new FormData(event.currentTarget);
    log.mutate({
      note: String(fields.get("note")),
      direction: fields.has("inbound") ? "inbound" : "outbound",
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit();
  };
  return (
    <form ref={form} className="composer" data-kind={kind} onSubmit={submit} onKeyDown={onKeyDown}>
      {log.error && (
        <p className="field-error" role="alert">
          {messageOf(log.error)}
        </p>
      )}
      <TextField
        name="note"
        label={kind === "note" ? "Note" : `Note about the ${noun}`}
        optional={kind !== "note"}
        required={kind === "note"}
        rows={2}
        maxLength={10_000}
        error={log.error}
      />
      <div className="composer-foot">
        {kind !== "note" && (
          <label className="check">
            <input type="checkbox" name="inbound" /> They contacted us
          </label>
        )}
        <span className="actions">
          <button type="button" className="button small quiet" onClick={onCancel}>
            Cancel
          </button>
          <button type="submit" className="button small" disabled={log.isPending}>
            {kind === "note" ? "Add the note" : `Log the ${noun}`}
          </button>
        </span>
      </div>
    </form>
  );
}

function send(leadId: number, kind: ContactKind, { note, direction }: Draft) {
  const init = { params: { path: { lead_id: leadId } } };
  return kind === "note"
    ? client.POST("/api/v1/admin/leads/{lead_id}/notes", { ...init, body: { note } })
    : client.POST("/api/v1/admin/leads/{lead_id}/contacts", {
        ...init,
        body: { channel: kind, direction, note },
      });
}
