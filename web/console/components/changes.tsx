import type { ReactNode } from "react";

export type FieldChange = { field: string; before: unknown; after: unknown };

/** The fields that differ between two versions of a record, but those that change by themselves. */
export function changesBetween(before: object, after: object): FieldChange[] {
  const [old, now] = [before, after] as Record<string, unknown>[] as [Record<string, unknown>, typeof before];
  return Object.keys(now)
    .filter((field) => !["updated_at", "active_enrollments", "total_enrollments"].includes(field))
    .map((field) => ({ field, before: old[field], after: (now as Record<string, unknown>)[field] }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
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
  if (Array.isArray(value) && value.every((each) => typeof each !== "object"))
    return value.length === 0 ? <em>nothing</em> : <bdi>{value.join(", ")}</bdi>;
  if (typeof value === "object") return <bdi>{objectWords(value)}</bdi>;
  return <bdi>{String(value)}</bdi>;
}

/** Lists of records, such as steps, line by line. */
function objectWords(value: object): string {
  if (Array.isArray(value)) return value.map((each) => objectWords(each as object)).join("\n");
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${fieldLabel(name)}: ${String(each)}`)
    .join(" · ");
}
