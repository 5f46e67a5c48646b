import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { TenantContext } from "../../platform/context.ts";
import type { Actor } from "../../platform/http/permissions.ts";

/**
 * Whose manual labels of photos (rooms and features) are read. A label belongs to the brokerage whose people gave it, because many
 * brokerages show listings of one source; a label of no brokerage is the platform's. Null: the labels of all (admins of no
 * brokerage); else those of this brokerage, before the platform's.
 */
export type LabelScope = number | null;

/** The labels that websites never show to each other: the platform's alone. 0 is no brokerage's id. */
export const PLATFORM_LABELS: LabelScope = 0;

/** What staff read in the back office. */
export function labelsFor({ role, brokerageId }: Actor): LabelScope {
  return role === "admin" ? brokerageId : (brokerageId ?? PLATFORM_LABELS);
}

/** What visitors of a brokerage's website read, whoever asks. */
export function labelsOnWebsite({ tenant }: TenantContext): LabelScope {
  return tenant.brokerageId;
}

/** Whether a row's label is the caller's to take back: their brokerage's own; for an admin of none, anybody's. */
export function mayTakeBack({ role, brokerageId }: Actor): RawBuilder<SqlBool> {
  if (role === "admin" && brokerageId === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`brokerage_id = ${brokerageId}::integer`;
}

/** Whether a row's label is in the scope. */
export function isInScope(scope: LabelScope): RawBuilder<boolean> {
  return sql<boolean>`(${scope}::integer is null or brokerage_id is null or brokerage_id = ${scope}::integer)`;
}

/**
 * The order of rows of one photo, the one that counts first: the brokerage's own before the platform's; for the scope of all, the
 * platform's before the latest.
 */
export function ownFirst(scope: LabelScope): RawBuilder<unknown> {
  return sql`(brokerage_id is null) = (${scope}::integer is null) desc`;
}
