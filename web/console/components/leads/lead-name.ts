import type { Schema } from "../../app/api.ts";

type Named = Pick<Schema<"LeadSummary">, "id" | "first_name" | "last_name" | "email">;

/** A lead by what is known: the name, the address, or the number of its record. */
export function leadName({ id, first_name, last_name, email }: Named): string {
  return `${first_name} ${last_name}`.trim() || email || `Lead ${id}`;
}
