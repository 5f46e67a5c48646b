import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { ApiError } from "../../app/api-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogActions } from "../../components/dialog-actions.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { leadName } from "../../components/leads/lead-name.ts";
import { eventLabel, inWords, stageLabel, useLeadMeta } from "../lead/lead-meta.ts";
import type { Card, Move } from "./moves.ts";
import type { MoveDetails } from "./use-moves.ts";

type MoveDialogProps = {
  card: Card;
  move: Move;
  onMove: (details: MoveDetails) => Promise<void>;
  onMoved: () => void;
  onClose: () => void;
};

/** What the API wants to know with a move: how the person was reached, or why. Refused, it keeps what was typed. */
export function MoveDialog({ card, move, onMove, onMoved, onClose }: MoveDialogProps) {
  const meta = useLeadMeta();
  const send = useMutation<unknown, ApiError, MoveDetails>({ mutationFn: onMove, onSuccess: onMoved });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    send.mutate({ reason_code: text("reason_code"), channel: text("channel"), note: text("note") });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Move ${leadName(card)} to ${stageLabel(meta, move.to)}`}
      description={eventLabel(meta, move.event)}
    >
      <form className="form" onSubmit={submit}>
        <ErrorNotice error={send.error} />
        {move.channels.length > 0 && (
          <SelectField
            name="channel"
            label="How"
            required
            error={send.error}
            options={move.channels.map((channel) => ({ value: channel, label: inWords(channel) }))}
          />
        )}
        {move.reasons.length > 0 && (
          <SelectField
            name="reason_code"
            label="Reason"
            required={move.needsReason}
            optional={!move.needsReason}
            error={send.error}
            options={[
              { value: "", label: move.needsReason ? "Choose a reason" : "No reason" },
              ...move.reasons.map(({ code, label }) => ({ value: code, label })),
            ]}
          />
        )}
        <TextField name="note" label="Note" optional rows={3} maxLength={2000} error={send.error} />
        <DialogActions action="Move" isPending={send.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
