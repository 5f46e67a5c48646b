import { AppError, type ValidationIssue } from "../platform/errors.ts";
import { compileValidator, describeIssues } from "../platform/http/validation.ts";
import type { Suggestion } from "./suggestions.schemas.ts";
import { targets } from "./targets.ts";

type Changes = Suggestion["changes"];
type TargetType = Suggestion["target_type"];

/**
 * Validates changes as the target's own update would, and trims texts. An update ignores unknown fields, so a
 * suggestion of such a field, or of nothing, is refused here: approving it would have no effect.
 *
 * @throws AppError 422.
 */
export function checkChanges(targetType: TargetType, changes: Changes): Changes {
  const { body } = targets[targetType];
  const known = (body as { properties?: object }).properties ?? {};
  const issues = Object.keys(changes)
    .filter((field) => !Object.hasOwn(known, field))
    .map((field) => issue([field], `${field} is no field of ${targetLabels[targetType]}`, "extra_forbidden"));
  if (Object.keys(changes).length === 0) issues.push(issue([], "changes must not be empty", "too_short"));

  const checked = structuredClone(changes);
  const validate = compileValidator({ schema: body, httpPart: "body" });
  if (validate(checked) !== true) {
    const found = describeIssues((validate.errors ?? []) as Parameters<typeof describeIssues>[0], "body");
    issues.push(...found.map(({ loc, msg, type }) => issue(loc.slice(1), msg, type)));
  }
  if (issues.length > 0) throw new AppError("invalid", issues);
  return checked;
}

const targetLabels: Record<TargetType, string> = {
  brokerage: "a brokerage",
  agent: "an agent",
  broker_contact: "a broker contact",
};

function issue(path: ValidationIssue["loc"], msg: string, type: string): ValidationIssue {
  return { loc: ["body", "changes", ...path], msg, type };
}
