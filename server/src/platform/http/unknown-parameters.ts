import { boundedIssues, MAX_ISSUES, shortenedName, type ValidationIssue } from "../bounded-issues.ts";
import { AppError } from "../errors.ts";
import { nearestName } from "../nearest-name.ts";

/** Of advertisements and analytics, which add them to any link. */
const TRACKING = /^(?:utm_.*|gclid|fbclid|_.*)$/;

/**
 * Refuses a query parameter that the route does not declare, naming the nearest one that it does (search.md, D10): a mistyped
 * filter must not widen a search. Parameters of advertisements (`utm_*`, `gclid`, `fbclid`) and names that begin with `_` are ignored.
 *
 * @param place where they stand, as `loc` begins: `["body"]` for those of a route with `strictBody`.
 * @throws AppError 422 with an issue for each unknown name, 20 at most.
 */
export function refuseUnknownParameters(
  given: unknown,
  known: readonly string[],
  place: readonly string[] = ["query"],
): void {
  let issues: ValidationIssue[] | null = null;
  for (const name in given as object) {
    if (known.includes(name) || TRACKING.test(name)) continue;
    issues ??= [];
    issues.push({ loc: [...place, name], msg: describe(name, known), type: "extra_forbidden" });
    if (issues.length === MAX_ISSUES) break;
  }
  if (issues) throw new AppError("invalid", boundedIssues(issues));
}

function describe(name: string, known: readonly string[]): string {
  const problem = `${shortenedName(name)} is not a parameter of this request`;
  if (known.length === 0) return `${problem}, which takes none`;
  const nearest = nearestName(shortenedName(name), known);
  return nearest === null
    ? `${problem}; it takes ${known.join(", ")}`
    : `${problem}; did you mean ${nearest}?`;
}
