import { type RawBuilder, sql } from "kysely";

/** Somebody as a brokerage knows them: by their email, in whatever case. Another brokerage's are another's. */
export type DataSubject = { brokerageId: number; email: string };

/** Whether an expression of text is that address. Indexes have `lower(column)`. */
export function isAddress(text: RawBuilder<unknown>, email: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${text}) = lower(${email})`;
}
