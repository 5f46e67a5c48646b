import type { FormState } from "../forms/form-state.ts";
import { signInTexts as texts } from "../texts/favorites.ts";
import { Field } from "./field.tsx";

type CodeFormProps = {
  form: FormState | null;
  /** Of the request for the link, made in this browser; without it the email is asked for. */
  requestId: string | null;
  button: string;
};

/** Takes the code of a mail, in browsers in which its link is not opened (W20). */
export function CodeForm({ form, requestId, button }: CodeFormProps) {
  return (
    <form method="post" class="form">
      {requestId ? (
        <input type="hidden" name="request_id" value={requestId} />
      ) : (
        <Field
          name="email"
          label={texts.labels.email}
          form={form}
          type="email"
          required
          autocomplete="email"
          maxLength={255}
        />
      )}
      <Field
        name="code"
        label={texts.labels.code}
        hint={texts.codeHint}
        form={form}
        required
        autocomplete="one-time-code"
        maxLength={40}
      />
      <button class="button form-submit" type="submit">
        {button}
      </button>
    </form>
  );
}
