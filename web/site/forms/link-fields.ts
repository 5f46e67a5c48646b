import type { components } from "../../../client/src/api.generated.ts";
import { formTexts } from "../texts/forms.ts";
import type { FormFields } from "./form-fields.ts";
import { type Posted, refused } from "./posted.ts";
import { refusedBy } from "./refused-by.ts";

type Link = components["schemas"]["LinkCredentials"];

/** The link of a mail, of the form with its token or of the one with its code: a code is of a request, or of an email. */
export function linkOf(fields: FormFields): Link {
  const token = fields.optional("token");
  if (token) return { token };
  const requestId = fields.optional("request_id");
  const email = fields.optional("email");
  const code = fields.optional("code");
  return {
    ...(code && { code }),
    ...(requestId ? { request_id: requestId } : email && { email }),
  };
}

/** The answer to a link or a code that the API has refused. What is wrong with a code is said at its field. */
export function linkRefused(
  answer: { error?: unknown; response: Response },
  link: Link,
  labels: Readonly<Record<string, string>>,
): Posted {
  if (link.token === undefined) {
    const missing = [
      // The form has one of the two: without the id of a request it takes the email.
      link.request_id === undefined && link.email === undefined && "email",
      link.code === undefined && "code",
    ].filter((field) => field !== false);
    if (missing.length > 0)
      return refused(
        missing.map((field) => ({ field, message: formTexts.required(labels[field] as string) })),
      );
  }
  const detail = (answer.error as { detail?: unknown } | undefined)?.detail;
  const isWrongCode = link.token === undefined && answer.response.status === 400;
  if (isWrongCode && typeof detail === "string") return refused([{ field: "code", message: detail }]);
  return refusedBy(answer, labels);
}
