/** One entry of a 422 reply, in FastAPI's shape. */
export type ValidationIssue = { loc: (string | number)[]; msg: string; type: string };

/** Most validation issues in one reply. */
export const MOST_ISSUES = 20;
const MOST_BYTES = 16_000;
const LONGEST_MESSAGE = 1000;
const LONGEST_NAME = 64;

/** An error text, shortened to what a reply may hold. */
export function boundedText(text: string): string {
  return shortened(text, 2 * LONGEST_MESSAGE);
}

/** The first issues, as many as a reply may hold, with shortened paths and messages. */
export function boundedIssues(issues: ValidationIssue[]): ValidationIssue[] {
  const kept: ValidationIssue[] = [];
  let bytes = 0;
  for (const { loc, msg, type } of issues.slice(0, MOST_ISSUES)) {
    const issue = {
      loc: loc.map((name) => (typeof name === "string" ? shortenedName(name) : name)),
      msg: shortened(msg, LONGEST_MESSAGE),
      type,
    };
    bytes += Buffer.byteLength(JSON.stringify(issue));
    if (bytes > MOST_BYTES && kept.length > 0) break;
    kept.push(issue);
  }
  return kept;
}

/** A field name as it appears in an issue's path. The caller may have chosen it. */
export function shortenedName(name: string): string {
  return shortened(name, LONGEST_NAME);
}

/** Cut between whole characters. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
