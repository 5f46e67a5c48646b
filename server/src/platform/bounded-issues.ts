/** One entry of a 422 reply, in FastAPI's shape. */
export type ValidationIssue = { loc: (string | number)[]; msg: string; type: string };

/** Most validation issues in one reply. */
export const MAX_ISSUES = 20;
const MAX_BYTES = 16_000;
const MAX_MESSAGE_LENGTH = 1000;
const MAX_NAME_LENGTH = 64;

/** An error text, shortened to what a reply may hold. */
export function boundedText(text: string): string {
  return shortened(text, 2 * MAX_MESSAGE_LENGTH);
}

/** The first issues, as many as a reply may hold, with shortened paths and messages. */
export function boundedIssues(issues: ValidationIssue[]): ValidationIssue[] {
  const kept: ValidationIssue[] = [];
  let bytes = 0;
  for (const { loc, msg, type } of issues.slice(0, MAX_ISSUES)) {
    const issue = {
      loc: loc.map((name) => (typeof name === "string" ? shortenedName(name) : name)),
      msg: shortened(msg, MAX_MESSAGE_LENGTH),
      type,
    };
    bytes += Buffer.byteLength(JSON.stringify(issue));
    if (bytes > MAX_BYTES && kept.length > 0) break;
    kept.push(issue);
  }
  return kept;
}

/** A field name as it appears in an issue's path. The caller may have chosen it. */
export function shortenedName(name: string): string {
  return shortened(name, MAX_NAME_LENGTH);
}

/** Cut between whole characters. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
