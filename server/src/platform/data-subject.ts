import { type RawBuilder, sql } from "kysely";

/** A person in one brokerage's records, identified by email, case-insensitively. */
export type DataSubject = { brokerageId: number; email: string };

/** True when the text expression is that address. Indexes exist on `lower(column)`. */
export function isAddress(text: RawBuilder<unknown>, email: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${text}) = lower(${email})`;
}
