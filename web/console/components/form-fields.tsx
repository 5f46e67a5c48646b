import type { ApiError } from "../app/api-error.ts";
import { CheckField } from "./check-field.tsx";
import { Field, SelectField, TextField } from "./field.tsx";
import { withOption } from "./select-options.ts";

type Common = { name: string; label: string; hint?: string; wide?: boolean };

/** A field of a record, and how its value is written in a form. */
export type FormField =
  | (Common & { kind: "text" | "url" | "time" | "lines" | "check" | "color"; required?: boolean })
  | (Common & { kind: "number"; min?: number; max?: number; step?: number | "any"; required?: boolean })
  | (Common & { kind: "choice"; options: readonly { value: string; label: string }[]; ofNumbers?: boolean });

type FormFieldsProps = {
  fields: readonly FormField[];
  record: object;
  error: ApiError | null;
  disabled?: boolean;
};

/** The fields of a record, each with its value and with what the API refuses of it. */
export function FormFields({ fields, record, error, disabled }: FormFieldsProps) {
  return (
    <div className="fields-in-columns">
      {fields.map((field) => (
        <div key={field.name} className={field.wide || field.kind === "lines" ? "wide" : undefined}>
          <OneField
            field={field}
            value={(record as Record<string, unknown>)[field.name]}
            error={error}
            disabled={disabled}
          />
        </div>
      ))}
    </div>
  );
}

function OneField({
  field,
  value,
  error,
  disabled,
}: {
  field: FormField;
  value: unknown;
  error: ApiError | null;
  disabled: boolean | undefined;
}) {
  const { name, label, hint } = field;
  const common = { name, label, hint, error, disabled };
  const text = value === null || value === undefined ? "" : String(value);
  switch (field.kind) {
    case "check":
      return <CheckField {...{ name, label, hint, disabled }} defaultChecked={value === true} />;
    case "lines":
      return <TextField {...common} rows={3} defaultValue={Array.isArray(value) ? value.join("\n") : text} />;
    case "choice":
      return <SelectField {...common} options={withOption(field.options, text)} defaultValue={text} />;
    case "number": {
      const { min, max, step, required } = field;
      return <Field {...common} {...{ min, max, step, required }} type="number" defaultValue={text} />;
    }
    default:
      return <Field {...common} type={field.kind} required={field.required} defaultValue={text} />;
  }
}

/**
 * What stands in a form, as the API takes it: null where nothing stands.
 *
 * @param lists names of fields whose lines are a list.
 */
export function readFields(form: FormData, fields: readonly FormField[], lists: readonly string[] = []) {
  return Object.fromEntries(
    fields.map((field) => [field.name, readField(field, form.get(field.name), lists.includes(field.name))]),
  );
}

function readField(field: FormField, value: FormDataEntryValue | null, isList: boolean): unknown {
  if (field.kind === "check") return value !== null;
  const text = String(value ?? "")
    .replaceAll("\r\n", "\n")
    .trim();
  if (isList)
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  if (text === "") return null;
  const isNumber = field.kind === "number" || (field.kind === "choice" && field.ofNumbers);
  return isNumber ? Number(text) : text;
}
