import type { FormState } from "../forms/form-state.ts";
import { formTexts } from "../texts/forms.ts";
import { fieldId } from "./field.tsx";

type ErrorSummaryProps = {
  form: FormState | null;
  /** That of the form's fields. */
  scope?: string;
};

/** What is wrong with a form, above it, each linked to its field. The loader moves the focus here. */
export function ErrorSummary({ form, scope }: ErrorSummaryProps) {
  if (!form) return null;
  return (
    <div class="error-summary" role="alert" aria-labelledby="error-summary-title" tabIndex={-1} data-focus>
      <h2 id="error-summary-title">{formTexts.summary}</h2>
      <ul>
        {form.errors.map(({ field, message }) => (
          <li key={message}>{field ? <a href={`#${fieldId(field, scope)}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );
}
