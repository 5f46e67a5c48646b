import type { FormState } from "../forms/form-state.ts";
import { formTexts } from "../texts/forms.ts";
import { fieldId } from "./field.tsx";

/** What is wrong with a form, above it, each linked to its field. The loader moves the focus here. */
export function ErrorSummary({ form }: { form: FormState | null }) {
  if (!form) return null;
  return (
    <div class="error-summary" role="alert" aria-labelledby="error-summary-title" tabIndex={-1} data-focus>
      <h2 id="error-summary-title">{formTexts.summary}</h2>
      <ul>
        {form.errors.map(({ field, message }) => (
          <li key={message}>{field ? <a href={`#${fieldId(field)}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );
}
