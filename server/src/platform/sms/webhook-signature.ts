// The one file of the SDK that this takes: the whole of it takes longer to load than a start should.
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import type { SignedForm } from "../http/signed-forms.ts";

/** Whether the provider has signed a form for that address with a token. It takes the same time whether or not it has. */
export function isSignedWith(authToken: string, { form, signature }: SignedForm, address: string): boolean {
  return validateRequest(authToken, signature, address, form);
}
