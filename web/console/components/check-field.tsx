import type { ComponentProps, ReactNode } from "react";

type CheckFieldProps = ComponentProps<"input"> & { label: string; hint?: ReactNode };

/** A box that is ticked or not, with its words beside it. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  return (
    <label className="check-field">
      <input type="checkbox" {...input} />
      <span>
        {label}
        {hint && <span className="hint">{hint}</span>}
      </span>
    </label>
  );
}
