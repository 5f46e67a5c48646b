import type { Schema } from "../../app/api.ts";
import { ownMoment } from "../../app/time-zone.ts";

type Lead = Schema<"Lead">;

export type Change = { label: string; before: string; after: string };

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

/** What differs between two readings of a lead. */
export function changesBetween(before: Lead, after: Lead): Change[] {
  return fields
    .map(([label, read]) => ({ label, before: read(before) || "none", after: read(after) || "none" }))
    .filter((change) => change.before !== change.after);
}
