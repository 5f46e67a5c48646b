import { formTexts } from "../texts/forms.ts";
import type { FormError } from "./form-state.ts";

type Issue = { loc: (string | number)[]; msg: string };

/**
 * Errors of a form from the API's reply to it, which names fields of its body. The API's names are the form's names unless `names`
 * maps them.
 *
 * @param labels of the form's own fields: each must have an input in the page.
 */
export function apiErrors(
  { error, response }: { error?: unknown; response: Response },
  labels: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): FormError[] {
  if (response.status === 429) return [{ field: null, message: formTexts.tooMany(secondsToWait(response)) }];
  if (response.status === 409) return [{ field: null, message: formTexts.sentBefore }];
  const detail = (error as { detail?: unknown } | undefined)?.detail;
  if (response.status === 422 && Array.isArray(detail))
    return (detail as Issue[]).map((issue) => ofIssue(issue)).toSorted((a, b) => placeOf(a) - placeOf(b));
  if (response.status < 500 && typeof detail === "string") return [{ field: null, message: detail }];
  return [{ field: null, message: formTexts.notSent }];

  /** The labels stand in the order of the form; what concerns no field is last. */
  function placeOf({ field }: FormError): number {
    const names = Object.keys(labels);
    return field === null ? names.length : names.indexOf(field);
  }

  function ofIssue({ loc, msg }: Issue): FormError {
    const part = String(loc.find((each) => each !== "body") ?? "");
    const field = names[part] ?? part;
    const label = labels[field];
    if (label) return { field, message: formTexts.problem(label, msg, part) };
    // The summary links to fields of the page alone.
    const message = part === "" ? msg : (formTexts.withoutField[part] ?? formTexts.unreadable);
    return { field: null, message };
  }
}

/** Of the header Retry-After, as the API writes it. */
function secondsToWait({ headers }: Response): number | null {
  return Number(headers.get("retry-after")) || null;
}
