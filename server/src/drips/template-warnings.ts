import { shortenedName } from "../platform/bounded-issues.ts";
import { nearestName } from "../platform/nearest-name.ts";
import { type DripSequence, MAX_WARNINGS, type TemplateWarning } from "./drips.schemas.ts";
import { type Placeholder, placeholders, unknownPlaceholders } from "./render.ts";

type Step = Pick<DripSequence["steps"][number], "position" | "subject_template" | "body_template">;

/**
 * Warns of placeholders that do not exist: they render empty (SPEC: Drip sequence), so that a misspelled name would leave a gap
 * in every mail.
 */
export function templateWarnings(steps: Step[]): TemplateWarning[] {
  const warnings: TemplateWarning[] = [];
  for (const step of steps) {
    for (const field of ["subject_template", "body_template"] as const) {
      for (const name of unknownPlaceholders(step[field])) {
        if (warnings.length === MAX_WARNINGS) return warnings;
        warnings.push(warningOf(step.position, field, shortenedName(name)));
      }
    }
  }
  return warnings;
}

function warningOf(position: number, field: TemplateWarning["field"], placeholder: string): TemplateWarning {
  const nearest = nearestName(placeholder, placeholders) as Placeholder | null;
  const hint = nearest ? `; did you mean ${nearest}?` : `; the placeholders are ${placeholders.join(", ")}`;
  const message = `{{${placeholder}}} in ${field} of step ${position} is not a placeholder and renders empty${hint}`;
  return { position, field, placeholder, nearest, message };
}
