import { apiErrors } from "./api-errors.ts";
import { type Posted, refused } from "./posted.ts";

type Answer = { error?: unknown; response: Response };

/** The answer to a form that the API has refused: 422, or the status of a limit or a failure. */
export function refusedBy(
  answer: Answer,
  labels: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): Posted {
  const { status } = answer.response;
  const shown = status === 429 ? 429 : status >= 500 ? 503 : 422;
  return refused(apiErrors(answer, labels, names), shown);
}
