import type { Schema } from "../../app/api.ts";
import { ownMoment } from "../../app/time-zone.ts";
import type { FieldChange } from "../../components/changes.tsx";

type Lead = Schema<"Lead">;

/** What people edit, in words. */
const fields: readonly [string, (lead: Lead) => string][] = [
  ["First name", ({ first_name }) => first_name],
  ["Last name", ({ last_name }) => last_name],
  ["Email", ({ email }) => email],
  ["Phone", ({ phone }) => phone ?? ""],
  ["Notes", ({ notes }) => notes ?? ""],
  ["Stage", ({ stage }) => stage],
  ["Pipeline", ({ pipeline_type }) => pipeline_type],
  ["Agent", ({ assigned_agent }) => assigned_agent?.name ?? ""],
  ["Flags", ({ flags }) => flags.join(", ")],
  ["Tags", ({ tags }) => tags.join(", ")],
  ["Follow-up", ({ follow_up }) => (follow_up ? ownMoment(follow_up.due_at) : "")],
];

/** What people have changed between two readings of a lead: not its clock, temperature and other fields that change by themselves. */
export function leadChanges(before: Lead, after: Lead): FieldChange[] {
  return fields
    .map(([field, read]) => ({ field, before: read(before), after: read(after) }))
    .filter((change) => change.before !== change.after);
}
