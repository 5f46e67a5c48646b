import type { ReactNode } from "react";
import { changedFields } from "../app/use-edit.ts";

export type FieldChange = { field: string; before: unknown; after: unknown };

/** The fields that differ between two versions of a record, but those that change by themselves. */
export function changesBetween(before: object, after: object): FieldChange[] {
  return Object.entries(changedFields(before, after))
    .filter(([field]) => !["updated_at", "active_enrollments", "total_enrollments"].includes(field))
    .map(([field, value]) => ({ field, before: (before as Record<string, unknown>)[field], after: value }));
}

/** What each field was, and what it becomes. */
export function Changes({
  changes,
  label = fieldLabel,
}: {
  changes: FieldChange[];
  label?: (field: string) => string;
}) {
  return (
    <dl className="changes">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="change">
          <dt>{label(field)}</dt>
          <dd>
            <span className="visually-hidden">before: </span>
            <del>{valueWords(before)}</del>
          </dd>
          <dd>
            <span className="visually-hidden">after: </span>
            <ins>{valueWords(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `accepting_leads` as `Accepting leads` */
export function fieldLabel(field: string): string {
  const words = field.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(value: unknown): ReactNode {
  if (value === null || value === undefined || value === "") return <em>nothing</em>;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.length === 0) return <em>nothing</em>;
  return <bdi>{valueText(value)}</bdi>;
}

/** Lists of records, such as steps, line by line. */
function valueText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value))
    return value.map(valueText).join(value.some((each) => typeof each === "object") ? "\n" : ", ");
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${fieldLabel(name)}: ${valueText(each)}`)
    .join(" · ");
}
