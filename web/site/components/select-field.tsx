import { errorOf, type FormState, typedValue } from "../forms/form-state.ts";
import { Field, fieldId } from "./field.tsx";

type SelectFieldProps = {
  name: string;
  label: string;
  form: FormState | null;
  /** Values, which are shown as they are, or with a label of their own. */
  options: readonly (string | { value: string; label: string })[];
  /** Shown for no choice. */
  none?: string;
  required?: boolean;
  value?: string;
};

/** A labelled choice from a list. A value that was sent and is not in the list stays. */
export function SelectField({ name, label, form, options, none, required = false, value }: SelectFieldProps) {
  const chosen = typedValue(form, name, value);
  const isInvalid = errorOf(form, name) !== null;
  const listed = options.map((each) => (typeof each === "string" ? { value: each, label: each } : each));
  const isListed = chosen === "" || listed.some((each) => each.value === chosen);
  const all = isListed ? listed : [...listed, { value: chosen, label: chosen }];
  return (
    <Field name={name} label={label} form={form} required={required}>
      <select
        id={fieldId(name)}
        name={name}
        required={required}
        aria-invalid={isInvalid ? "true" : undefined}
        aria-describedby={isInvalid ? `${fieldId(name)}-error` : undefined}
      >
        {none !== undefined && (
          <option value="" selected={chosen === ""}>
            {none}
          </option>
        )}
        {all.map((each) => (
          <option key={each.value} value={each.value} selected={each.value === chosen}>
            {each.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
