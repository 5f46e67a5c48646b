import type { FormState } from "../forms/form-state.ts";
import { signInTexts } from "../texts/favorites.ts";
import { Field } from "./field.tsx";

/** Asks for an email, to which a link and a code are sent. */
export function SignInForm({ form }: { form: FormState | null }) {
  return (
    <form method="post" action="/account/sign-in" class="form">
      <Field
        name="email"
        label={signInTexts.labels.email}
        form={form}
        type="email"
        required
        autocomplete="email"
        maxLength={255}
      />
      <button class="button form-submit" type="submit">
        {signInTexts.send}
      </button>
    </form>
  );
}
