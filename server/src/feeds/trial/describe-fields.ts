import type { ResourceType } from "../client/metadata.ts";
import { mappedFields } from "./mapped-fields.ts";
import type { TrialField } from "./trial.schemas.ts";

/** A server may have thousands of fields of its own. */
const MAX_FIELDS = 3000;

/**
 * The fields of Property, those of `$metadata` and those of the records: which share of the records has a value. The mapped ones
 * come first.
 */
export function describeFields(
  type: ResourceType | undefined,
  records: readonly Record<string, unknown>[],
): TrialField[] {
  const filled = new Map<string, number>();
  for (const name of Object.keys(type?.fields ?? {})) filled.set(name, 0);
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      // Annotations, such as @odata.id.
      if (!name.includes("@")) filled.set(name, (filled.get(name) ?? 0) + (isFilled(value) ? 1 : 0));
    }
  }
  return [...filled]
    .map(([field, count]) => ({
      field,
      mapped_to: mappedFields.get(field) ?? null,
      coverage: records.length === 0 ? 0 : Math.round((1000 * count) / records.length) / 1000,
    }))
    .sort((one, other) => Number(one.mapped_to === null) - Number(other.mapped_to === null))
    .slice(0, MAX_FIELDS);
}

function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  return !Array.isArray(value) || value.length > 0;
}
