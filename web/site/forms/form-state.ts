import type { FormFields } from "./form-fields.ts";

/** A form that was refused: what was typed and what is wrong with it. */
export type FormState = {
  fields: FormFields;
  /** What is wrong, in the order of the form. `field` null concerns the form as a whole. */
  errors: readonly FormError[];
};

export type FormError = { field: string | null; message: string };

export function typedValue(form: FormState | null, field: string, byDefault = ""): string {
  return form ? form.fields.get(field) : byDefault;
}

export function errorOf(form: FormState | null, field: string): string | null {
  return form?.errors.find((error) => error.field === field)?.message ?? null;
}
