import type { FormState } from "../forms/form-state.ts";
import { Field } from "./field.tsx";

type Names = { firstName: string; lastName: string } | { name: string };

type SenderFieldsProps = {
  form: FormState | null;
  /** Of the fields as the form's operation names them: the API takes a name in one field or in two. */
  labels: Names & { email: string; phone: string };
  /** That of the form's other fields. */
  scope?: string;
  phoneLength?: number;
};

/** Who sends a form and how they are reached. */
export function SenderFields({ form, labels, scope, phoneLength = 40 }: SenderFieldsProps) {
  const shared = { form, ...(scope !== undefined && { scope }) };
  return (
    <>
      {"name" in labels ? (
        <Field {...shared} name="name" label={labels.name} required autocomplete="name" maxLength={100} />
      ) : (
        <div class="field-pair">
          <Field
            {...shared}
            name="firstName"
            label={labels.firstName}
            required
            autocomplete="given-name"
            maxLength={100}
          />
          <Field
            {...shared}
            name="lastName"
            label={labels.lastName}
            required
            autocomplete="family-name"
            maxLength={100}
          />
        </div>
      )}
      <div class="field-pair">
        <Field
          {...shared}
          name="email"
          label={labels.email}
          type="email"
          required
          autocomplete="email"
          maxLength={255}
        />
        <Field
          {...shared}
          name="phone"
          label={labels.phone}
          type="tel"
          autocomplete="tel"
          maxLength={phoneLength}
        />
      </div>
    </>
  );
}
