import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { canAccess, canSeeDisabled, lockBrokerage } from "../visible-brokerage.ts";
import type { BrokerContact } from "./broker-contacts.schemas.ts";
import { contactColumns, toContact } from "./contact-row.ts";

/**
 * @throws AppError 404 `Broker contact not found`: missing, another brokerage's, or of a disabled brokerage (unless
 *   admin).
 */
export async function findVisibleContact(ctx: Context, contactId: number): Promise<BrokerContact> {
  const row = await visibleContact(ctx, contactId).executeTakeFirst();
  if (!row || !canAccess(ctx, row.brokerage_id)) throw contactNotFound();
  return toContact(row);
}

/**
 * The contact for a change, with its row and its brokerage's locked until the transaction ends.
 *
 * @throws AppError 404 `Broker contact not found`: missing, or of another or a disabled brokerage.
 */
export async function lockContact(ctx: Context, contactId: number): Promise<BrokerContact> {
  const { brokerage_id } = await findVisibleContact(ctx, contactId);
  await lockBrokerage(ctx, brokerage_id).catch((error: unknown) => {
    throw error instanceof AppError ? contactNotFound() : error;
  });
  const row = await visibleContact(ctx, contactId).forUpdate("broker_contacts").executeTakeFirst();
  if (!row) throw contactNotFound();
  return toContact(row);
}

export function contactNotFound(): AppError {
  return new AppError("not_found", "Broker contact not found");
}

function visibleContact(ctx: Context, contactId: number) {
  return ctx.db
    .selectFrom("broker_contacts")
    .innerJoin("brokerages", "brokerages.id", "broker_contacts.brokerage_id")
    .where("broker_contacts.id", "=", contactId)
    .$if(!canSeeDisabled(ctx), (query) => query.where("brokerages.disabled_at", "is", null))
    .select(contactColumns);
}
