import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { client, type Schema } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { ownMoment } from "../../app/time-zone.ts";
import { Field } from "../field.tsx";
import { notify } from "../toasts.tsx";
import { followUpTimes, localInput } from "./follow-up-times.ts";

type FollowUpFormProps = {
  leadId: number;
  followUp: Schema<"FollowUp"> | null;
  onBooked: () => void;
  onCancel: () => void;
};

/** Books the next follow-up of a lead, or moves it: by one press for usual times, else by date. */
export function FollowUpForm({ leadId, followUp, onBooked, onCancel }: FollowUpFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("button")?.focus(), []);
  const book = useMutation<unknown, ApiError, Date>({
    mutationFn: (at) =>
      client.PUT("/api/v1/admin/leads/{lead_id}/follow-up", {
        params: { path: { lead_id: leadId } },
        body: {
          due_at: at.toISOString(),
          note: String(new FormData(form.current as HTMLFormElement).get("note")),
        },
      }),
    onSuccess: (_data, at) => {
      notify({ title: "Follow-up booked", text: ownMoment(at) });
      onBooked();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = new Date(String(new FormData(event.currentTarget).get("due_at")));
    if (!Number.isNaN(at.getTime())) book.mutate(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
  };
  return (
    <form ref={form} className="composer" onSubmit={submit} onKeyDown={onKeyDown}>
      {book.error && (
        <p className="field-error" role="alert">
          {messageOf(book.error)}
        </p>
      )}
      <fieldset className="actions">
        <legend className="visually-hidden">Book for</legend>
        {followUpTimes(Date.now()).map(({ label, at }) => (
          <button
            key={label}
            type="button"
            className="button small quiet"
            disabled={book.isPending}
            onClick={() => book.mutate(at)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Field name="note" label="What about" optional error={book.error} defaultValue={followUp?.note ?? ""} />
      <Field
        name="due_at"
        label="Date and time"
        type="datetime-local"
        required
        error={book.error}
        defaultValue={localInput(new Date(followUp?.due_at ?? Date.now() + 86_400_000))}
      />
      <div className="composer-foot">
        <span className="actions">
          <button type="button" className="button small quiet" onClick={onCancel}>
            Cancel
          </button>
          <button type="submit" className="button small" disabled={book.isPending}>
            Book the follow-up
          </button>
        </span>
      </div>
    </form>
  );
}
