import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { TenantContext } from "../../platform/context.ts";
import type { Actor } from "../../platform/http/permissions.ts";

/**
 * Which manual labels of photos (rooms and features) are read. A label belongs to the brokerage whose staff set it,
 * because many brokerages show listings of one source; a label without a brokerage is the platform's. Null: the labels
 * of all (admins without a brokerage); otherwise this brokerage's, then the platform's.
 */
export type LabelScope = number | null;

/** Only the platform's labels, for output that all brokerages share. 0 is not the id of a brokerage. */
export const PLATFORM_LABELS: LabelScope = 0;

/** For staff on the admin routes. */
export function labelsFor({ role, brokerageId }: Actor): LabelScope {
  return role === "admin" ? brokerageId : (brokerageId ?? PLATFORM_LABELS);
}

/** For the visitors of a brokerage's website, independent of the caller. */
export function labelsOnWebsite({ tenant }: TenantContext): LabelScope {
  return tenant.brokerageId;
}

/**
 * SQL condition: the caller may delete the label. Admins without a brokerage may delete any label, others their own
 * brokerage's.
 */
export function mayDeleteLabel({ role, brokerageId }: Actor): RawBuilder<SqlBool> {
  if (role === "admin" && brokerageId === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`brokerage_id = ${brokerageId}::integer`;
}

/** SQL condition: the label is in the scope. */
export function isInScope(scope: LabelScope): RawBuilder<boolean> {
  return sql<boolean>`(${scope}::integer is null or brokerage_id is null or brokerage_id = ${scope}::integer)`;
}

/**
 * SQL order of the labels of one photo, by precedence: the brokerage's own before the platform's; in the scope of all,
 * the platform's before the latest.
 */
export function ownFirst(scope: LabelScope): RawBuilder<unknown> {
  return sql`(brokerage_id is null) = (${scope}::integer is null) desc`;
}
