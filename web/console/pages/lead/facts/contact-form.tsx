import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../../../app/api-error.ts";
import { Field, SelectField, TextField } from "../../../components/field.tsx";
import { notify } from "../../../components/toasts.tsx";
import { EditConflict } from "../edit-conflict.tsx";
import { FactSection } from "../fact-section.tsx";
import { inWords, useLeadMeta } from "../lead-meta.ts";
import type { ReadLead } from "../lead-query.ts";
import { type LeadEdit, useEdit } from "../use-edit.ts";

/** Stages in which a lead can change its pipeline (the API refuses it later). */
const UNDECIDED: readonly string[] = ["NEW", "CONTACTING"];

function editableFields(lead: ReadLead["lead"]): LeadEdit {
  return {
    first_name: lead.first_name,
    last_name: lead.last_name,
    email: lead.email,
    phone: lead.phone ?? "",
    pipeline_type: lead.pipeline_type,
    notes: lead.notes ?? "",
  };
}

/** Edits the contact data in place. Only fields that were changed are sent. */
export function ContactForm({ read, onClose }: { read: ReadLead; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const meta = useLeadMeta();
  const { lead } = read;
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const { edit, conflict } = useEdit(read, () => {
    notify({ title: "Saved" });
    onClose();
  });
  // As the fields were when the form was opened: only what was changed since is sent, also after a conflict.
  const [before] = useState(() => editableFields(lead));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const changed = Object.entries(typed).filter(([name, value]) => before[name as keyof LeadEdit] !== value);
    if (changed.length === 0) onClose();
    else edit.mutate(Object.fromEntries(changed));
  };
  return (
    <FactSection title="Contact">
      <form
        ref={form}
        className="form"
        onSubmit={submit}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      >
        <EditConflict conflict={conflict} />
        {edit.error && edit.error.status !== 412 && (
          <p className="field-error" role="alert">
            {messageOf(edit.error)}
          </p>
        )}
        <Field
          name="first_name"
          label="First name"
          defaultValue={lead.first_name}
          maxLength={100}
          error={edit.error}
        />
        <Field
          name="last_name"
          label="Last name"
          defaultValue={lead.last_name}
          maxLength={100}
          error={edit.error}
        />
        <Field name="email" label="Email" type="email" defaultValue={lead.email} error={edit.error} />
        <Field
          name="phone"
          label="Phone"
          type="tel"
          defaultValue={lead.phone ?? ""}
          maxLength={40}
          error={edit.error}
        />
        {UNDECIDED.includes(lead.stage) && (
          <SelectField
            name="pipeline_type"
            label="Pipeline"
            defaultValue={lead.pipeline_type}
            error={edit.error}
            options={(meta?.pipeline_types ?? [lead.pipeline_type]).map((type) => ({
              value: type,
              label: inWords(type),
            }))}
          />
        )}
        <TextField
          name="notes"
          label="Notes"
          optional
          rows={4}
          defaultValue={lead.notes ?? ""}
          error={edit.error}
        />
        <div className="actions">
          <button type="submit" className="button small" disabled={edit.isPending}>
            {conflict ? "Save anyway" : "Save"}
          </button>
          <button type="button" className="button small quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </FactSection>
  );
}
