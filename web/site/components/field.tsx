import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { errorOf, type FormState, typedValue } from "../forms/form-state.ts";
import { formTexts } from "../texts/forms.ts";

type FieldProps = {
  name: string;
  label: string;
  form: FormState | null;
  type?: "text" | "email" | "tel" | "date" | "number" | "search" | "url";
  hint?: string;
  required?: boolean;
  /** WHATWG autofill name: `name`, `email`, `tel`. */
  autocomplete?: InputHTMLAttributes["autocomplete"];
  maxLength?: number;
  /** Lines of a text area; a single-line input without it. */
  rows?: number;
  /** The value of a form that was not sent yet. */
  value?: string;
  /** Tells forms of one page apart that have fields of one name. */
  scope?: string;
  children?: ComponentChildren;
};

/** A labelled input with its hint and its error (W15). With `children` (a select, radios), these are shown in place of the input. */
export function Field(props: FieldProps) {
  const { name, label, form, hint, required = false, rows, children } = props;
  const id = fieldId(name, props.scope);
  const error = errorOf(form, name);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  const shared = {
    id,
    name,
    required,
    "aria-invalid": error ? ("true" as const) : undefined,
    "aria-describedby": described,
    autocomplete: props.autocomplete,
    maxLength: props.maxLength,
  };
  const value = typedValue(form, name, props.value);
  return (
    <div class={error ? "field invalid" : "field"}>
      <label for={id}>
        {label}
        {!required && <span class="optional"> ({formTexts.optional})</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children ??
        (rows ? (
          <textarea {...shared} rows={rows}>
            {value}
          </textarea>
        ) : (
          <input
            {...({
              ...shared,
              type: props.type ?? "text",
              value,
            } as InputHTMLAttributes)}
          />
        ))}
    </div>
  );
}

/** The id of a field's input, to which the error summary links. */
export function fieldId(name: string, scope?: string): string {
  return scope ? `field-${scope}-${name}` : `field-${name}`;
}
