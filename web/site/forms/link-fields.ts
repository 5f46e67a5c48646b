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
  const label = labels.code as string;
  if (link.token === undefined && link.code === undefined)
    return refused([{ field: "code", message: formTexts.required(label) }]);
  const detail = (answer.error as { detail?: unknown } | undefined)?.detail;
  const isWrongCode = link.token === undefined && answer.response.status === 400;
  if (isWrongCode && typeof detail === "string") return refused([{ field: "code", message: detail }]);
  return refusedBy(answer, labels);
}
