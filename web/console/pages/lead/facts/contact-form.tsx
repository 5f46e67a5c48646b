import { type FormEvent, useEffect, useRef } from "react";
import { EditNotice, saveLabel } from "../../../components/edit-notice.tsx";
import { Field, SelectField, TextField } from "../../../components/field.tsx";
import { notify } from "../../../components/toasts.tsx";
import { FactSection } from "../fact-section.tsx";
import { leadChanges } from "../lead-changes.ts";
import { inWords, useLeadMeta } from "../lead-meta.ts";
import type { ReadLead } from "../lead-query.ts";
import { type LeadEdit, useLeadEdit } from "../use-lead-edit.ts";

/** Stages in which a lead can change its pipeline (the API refuses it later). */
const UNDECIDED: readonly string[] = ["NEW", "CONTACTING"];

function editableFields(lead: ReadLead["record"]): LeadEdit {
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
  const { record: lead } = read;
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const edit = useLeadEdit(read, {
    fieldsOf: editableFields,
    onSaved(saved) {
      if (saved) notify({ title: "Saved" });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.save(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <FactSection title="Contact">
      <form
        ref={form}
        className="form"
        onSubmit={submit}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      >
        <EditNotice edit={edit} onTakeTheirs={onClose} changesOf={leadChanges} />
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
          <button type="submit" className="button small" disabled={edit.isSaving}>
            {saveLabel(edit)}
          </button>
          <button type="button" className="button small quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </FactSection>
  );
}
