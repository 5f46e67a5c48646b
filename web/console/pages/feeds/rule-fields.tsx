import type { Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { CheckField } from "../../components/check-field.tsx";
import { Field, SelectField, TextField } from "../../components/field.tsx";
import { byRecordOptions, fieldNames, switches } from "./rule-words.ts";

type Rules = Schema<"SourceRules">;
type RuleFieldsProps = { rules: Rules; error: ApiError | null };

/** Each rule with what it does. */
export function RuleFields({ rules, error }: RuleFieldsProps) {
  return (
    <>
      <fieldset>
        <legend className="legend">Who offers a listing</legend>
        <div className="form">
          <Field
            name="source_name"
            label="Name for visitors"
            hint="Stands with each listing. Empty: the source's own name."
            defaultValue={rules.source_name}
            error={error}
          />
          <Field
            name="source_logo_url"
            label="Address of its logo"
            type="url"
            optional
            defaultValue={rules.source_logo_url ?? undefined}
            error={error}
          />
          <TextField
            name="disclaimer"
            label="Disclaimer"
            hint="On pages of homes and brochures. {year}, {as_of} and {source_name} are filled in."
            rows={3}
            optional
            defaultValue={rules.disclaimer ?? undefined}
            error={error}
          />
          <Field
            name="copyright"
            label="Copyright"
            hint="The same places are filled in."
            optional
            defaultValue={rules.copyright ?? undefined}
            error={error}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend className="legend">What may be shown</legend>
        <div className="form">
          {switches.map(({ name, label, hint }) => (
            <CheckField key={name} name={name} label={label} hint={hint} defaultChecked={rules[name]} />
          ))}
          <div className="fields-in-columns">
            <Field
              name="sold_max_age_days"
              label="Days that sold listings are shown"
              hint="After the sale. Empty: without end. One without a date of its sale is then not shown."
              type="number"
              min={1}
              defaultValue={rules.sold_max_age_days ?? undefined}
              error={error}
            />
            <Field
              name="max_age_hours"
              label="Hours that its feed may be behind"
              hint="While it is behind by more, none of its listings is shown. Empty: however old they are."
              type="number"
              min={1}
              defaultValue={rules.max_age_hours ?? undefined}
              error={error}
            />
            <SelectField
              name="avm"
              label="Estimates of value"
              options={byRecordOptions}
              defaultValue={rules.avm}
              error={error}
            />
            <SelectField
              name="comments"
              label="Comments of visitors"
              options={byRecordOptions}
              defaultValue={rules.comments}
              error={error}
            />
          </div>
        </div>
      </fieldset>
      <FieldChoice
        name="fields_hidden"
        legend="Never shown"
        hint="These fields are left out everywhere, and searches do not read them."
        chosen={rules.fields_hidden}
      />
      <FieldChoice
        name="vow_fields"
        legend="Shown only to clients who have accepted the terms"
        hint="Of a virtual office website: hidden from all others, and from searches."
        chosen={rules.vow_fields}
      />
      <fieldset>
        <legend className="legend">Terms of the virtual office website</legend>
        <div className="form">
          <Field
            name="vow_terms.version"
            label="Version"
            hint="A new version has to be accepted again."
            optional
            defaultValue={rules.vow_terms?.version}
            error={error}
          />
          <TextField
            name="vow_terms.text"
            label="Text"
            optional
            rows={6}
            defaultValue={rules.vow_terms?.text}
            error={error}
          />
        </div>
      </fieldset>
    </>
  );
}

type FieldChoiceProps = {
  name: "fields_hidden" | "vow_fields";
  legend: string;
  hint: string;
  chosen: Rules["fields_hidden"];
};

function FieldChoice({ name, legend, hint, chosen }: FieldChoiceProps) {
  return (
    <fieldset>
      <legend className="legend">{legend}</legend>
      <p className="hint">{hint}</p>
      <div className="check-list">
        {Object.entries(fieldNames).map(([field, label]) => (
          <CheckField
            key={field}
            name={name}
            value={field}
            label={label}
            defaultChecked={(chosen as string[]).includes(field)}
          />
        ))}
      </div>
    </fieldset>
  );
}
