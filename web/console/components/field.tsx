import { Field as Base } from "@base-ui/react/field";
import type { ComponentProps, ReactNode } from "react";
import type { ApiError } from "../app/api-error.ts";
import type { Option } from "./select-options.ts";

type FieldProps = {
  /** Of the API's field, whose refusals are shown here. */
  name: string;
  label: string;
  hint?: ReactNode;
  /** Of the form's last attempt. */
  error?: ApiError | null;
  optional?: boolean;
};

type Control = { children: ReactNode } | (ComponentProps<"input"> & { children?: never });

/** A label, its control, and what the API says about it. Without children, the control is an input. */
export function Field({ name, label, hint, error, optional, children, ...input }: FieldProps & Control) {
  const refusal = error?.fields[name];
  return (
    <Base.Root className="field" name={name} invalid={refusal !== undefined}>
      <Base.Label className="field-label">
        {label} {optional && <span className="optional">(optional)</span>}
      </Base.Label>
      {hint && <Base.Description className="hint">{hint}</Base.Description>}
      {refusal !== undefined && (
        <Base.Error className="field-error" match>
          {refusal}
        </Base.Error>
      )}
      {children ?? <Base.Control {...(input as ComponentProps<typeof Base.Control>)} />}
    </Base.Root>
  );
}

/** The same for several lines. */
export function TextField({ rows = 4, ...props }: FieldProps & ComponentProps<"textarea">) {
  const { name, label, hint, error, optional, ...textarea } = props;
  return (
    <Field {...{ name, label, hint, error, optional }}>
      <Base.Control render={<textarea rows={rows} {...textarea} />} />
    </Field>
  );
}

/** The same for one of several values. */
export function SelectField({
  options,
  ...props
}: FieldProps & ComponentProps<"select"> & { options: readonly Option[] }) {
  const { name, label, hint, error, optional, ...select } = props;
  return (
    <Field {...{ name, label, hint, error, optional }}>
      <Base.Control
        render={
          <select {...select}>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        }
      />
    </Field>
  );
}

/** A table of names as the options of a select. */
export function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>) {
  return (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }));
}
