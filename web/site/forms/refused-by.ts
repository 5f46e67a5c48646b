import { apiErrors } from "./api-errors.ts";
import { type Posted, refused } from "./posted.ts";

type Answer = { error?: unknown; response: Response };

/** The answer to a form that the API has refused: 422, or the status of a repeat, a limit or a failure. */
export function refusedBy(
  answer: Answer,
  labels: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): Posted {
  const { status, headers } = answer.response;
  const retryAfter = headers.get("retry-after");
  return refused(apiErrors(answer, labels, names), shownStatus(status), retryAfter);
}

function shownStatus(status: number): number {
  if (status === 409 || status === 429) return status;
  return status >= 500 ? 503 : 422;
}
