import type { ChangeEvent } from "react";
import type { ApiError } from "../../app/api-error.ts";
import { CheckField } from "../../components/check-field.tsx";
import { Field, SelectField, TextField } from "../../components/field.tsx";
import type { AgentDraft } from "./agent-draft.ts";

type FieldsProps = {
  draft: AgentDraft;
  onChange: (fields: Partial<AgentDraft>) => void;
  /** What a broker decides is shown, but not changed. */
  isOwn: boolean;
  error: ApiError | null;
};

type TextName =
  | "name"
  | "slug"
  | "email"
  | "phone"
  | "bio"
  | "specialties"
  | "facebook"
  | "instagram"
  | "time_zone";

/** The fields of an agent in groups: who, when leads come, what the website shows. */
export function AgentFields({ draft, onChange, isOwn, error }: FieldsProps) {
  const text = (name: TextName) => ({
    value: draft[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ [name]: currentTarget.value }),
    error,
  });
  const check = (name: "on_vacation" | "accepting_leads" | "sms_opt_out") => ({
    checked: draft[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      onChange({ [name]: currentTarget.checked }),
  });
  return (
    <div className="panel-body agent-fields">
      <fieldset className="check-list">
        <legend className="legend">Leads</legend>
        <CheckField label="Accepts leads" {...check("accepting_leads")} />
        <CheckField
          label="On vacation"
          hint="No new leads until this is taken out."
          {...check("on_vacation")}
        />
        <CheckField label="No text messages" {...check("sms_opt_out")} />
      </fieldset>
      <fieldset className="fields-in-columns" disabled={isOwn}>
        <legend className="legend">Person</legend>
        <Field name="name" label="Name" required maxLength={200} {...text("name")} />
        <Field name="email" label="Email" type="email" required {...text("email")} />
        <SelectField
          name="status"
          label="Status"
          options={[
            { value: "active", label: "Active" },
            { value: "inactive", label: "Inactive" },
          ]}
          value={draft.status}
          onChange={({ currentTarget }) => onChange({ status: currentTarget.value as AgentDraft["status"] })}
          error={error}
        />
        <Field
          name="weight"
          label="Weight"
          hint="The share of leads with weighted routing."
          type="number"
          min={0}
          max={100}
          required
          value={draft.weight}
          onChange={({ currentTarget }) => onChange({ weight: currentTarget.valueAsNumber || 0 })}
          error={error}
        />
        <Field
          name="slug"
          label="Address on the website"
          hint={`/agents/${draft.slug}`}
          required
          {...text("slug")}
        />
      </fieldset>
      <fieldset className="fields-in-columns">
        <legend className="legend">Profile</legend>
        <Field name="phone" label="Phone" type="tel" optional maxLength={20} {...text("phone")} />
        <Field
          name="time_zone"
          label="Time zone"
          optional
          hint="For quiet hours, such as America/Boise. Empty: the brokerage’s."
          maxLength={100}
          {...text("time_zone")}
        />
        <Field name="social_links.facebook" label="Facebook" type="url" optional {...text("facebook")} />
        <Field name="social_links.instagram" label="Instagram" type="url" optional {...text("instagram")} />
      </fieldset>
      <div className="agent-texts">
        <TextField name="bio" label="About" optional rows={6} maxLength={10_000} {...text("bio")} />
        <TextField
          name="specialties"
          label="Specialties"
          optional
          hint="One a line. Leads are matched by them."
          rows={6}
          {...text("specialties")}
        />
      </div>
    </div>
  );
}
