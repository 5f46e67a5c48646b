import { distance } from "fastest-levenshtein";
import { boundedIssues, MAX_ISSUES, shortenedName, type ValidationIssue } from "../bounded-issues.ts";
import { AppError } from "../errors.ts";

/** Of advertisements and analytics, which add them to any link. */
const TRACKING = /^(?:utm_.*|gclid|fbclid|_.*)$/;

/**
 * Refuses a query parameter that the route does not declare, naming the nearest one that it does (search.md, D10): a mistyped
 * filter must not widen a search. Parameters of advertisements (`utm_*`, `gclid`, `fbclid`) and names that begin with `_` are ignored.
 *
 * @throws AppError 422 with an issue for each unknown name, 20 at most.
 */
export function refuseUnknownParameters(query: unknown, known: readonly string[]): void {
  let issues: ValidationIssue[] | null = null;
  for (const name in query as object) {
    if (known.includes(name) || TRACKING.test(name)) continue;
    issues ??= [];
    issues.push({ loc: ["query", name], msg: describe(name, known), type: "extra_forbidden" });
    if (issues.length === MAX_ISSUES) break;
  }
  if (issues) throw new AppError("invalid", boundedIssues(issues));
}

function describe(name: string, known: readonly string[]): string {
  const problem = `${shortenedName(name)} is not a parameter of this request`;
  if (known.length === 0) return `${problem}, which takes none`;
  const nearest = nearestOf(shortenedName(name), known);
  return nearest === null
    ? `${problem}; it takes ${known.join(", ")}`
    : `${problem}; did you mean ${nearest}?`;
}

/** The most alike name, also with its words in another order (`bed_min`); null when none is alike in half of its letters. */
function nearestOf(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let smallest = 0.5;
  for (const candidate of known) {
    const whole = distance(plain(name), plain(candidate)) / Math.max(name.length, candidate.length);
    const words =
      distance(sortedWords(name), sortedWords(candidate)) / Math.max(name.length, candidate.length);
    const difference = Math.min(whole, words);
    if (difference < smallest) {
      smallest = difference;
      nearest = candidate;
    }
  }
  return nearest;
}

/** `minBeds` and `min-beds` as `min_beds`. */
function plain(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
    .replaceAll(/[^A-Za-z\d]+/g, "_")
    .toLowerCase();
}

function sortedWords(name: string): string {
  return plain(name).split("_").sort().join("_");
}
