import type { FormState } from "../forms/form-state.ts";
import { Field } from "./field.tsx";

type Labels = { firstName: string; lastName: string; email: string; phone: string };

/** Who sends a form and how they are reached. The names are those of the API's contact form. */
export function SenderFields({ form, labels }: { form: FormState | null; labels: Labels }) {
  return (
    <>
      <div class="field-pair">
        <Field
          name="firstName"
          label={labels.firstName}
          form={form}
          required
          autocomplete="given-name"
          maxLength={100}
        />
        <Field
          name="lastName"
          label={labels.lastName}
          form={form}
          required
          autocomplete="family-name"
          maxLength={100}
        />
      </div>
      <div class="field-pair">
        <Field
          name="email"
          label={labels.email}
          form={form}
          type="email"
          required
          autocomplete="email"
          maxLength={255}
        />
        <Field name="phone" label={labels.phone} form={form} type="tel" autocomplete="tel" maxLength={40} />
      </div>
    </>
  );
}
