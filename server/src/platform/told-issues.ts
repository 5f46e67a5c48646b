import type { ValidationIssue } from "./errors.ts";

/** Of a body with a thousand faults the first ones tell enough. */
export const MOST_ISSUES = 20;
const MOST_BYTES = 16_000;
const LONGEST_MESSAGE = 1000;
const LONGEST_NAME = 64;

/** As much of an error's text as its reply holds. */
export function boundedText(text: string): string {
  return shortened(text, 2 * LONGEST_MESSAGE);
}

/** As many of the issues as a reply holds: the first of them, whatever stands in their paths and messages. */
export function boundedIssues(issues: ValidationIssue[]): ValidationIssue[] {
  const told: ValidationIssue[] = [];
  let bytes = 0;
  for (const { loc, msg, type } of issues.slice(0, MOST_ISSUES)) {
    const issue = {
      loc: loc.map((name) => (typeof name === "string" ? shortenedName(name) : name)),
      msg: shortened(msg, LONGEST_MESSAGE),
      type,
    };
    bytes += Buffer.byteLength(JSON.stringify(issue));
    if (bytes > MOST_BYTES && told.length > 0) break;
    told.push(issue);
  }
  return told;
}

/** What a path calls a field whose name its sender has chosen. */
export function shortenedName(name: string): string {
  return shortened(name, LONGEST_NAME);
}

/** The beginning of a text that is too long, whole characters of it. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
