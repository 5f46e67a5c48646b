import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";

/** Deletes a person's subscriptions, ended or not. @returns their ids. Index newsletter_subscriptions_email. */
export async function eraseSubscriptions(
  { db }: Context,
  { brokerageId, email }: DataSubject,
): Promise<number[]> {
  const rows = await db
    .deleteFrom("newsletter_subscriptions")
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Exports a person's subscriptions. */
export async function exportSubscriptions(
  { db }: Context,
  { brokerageId, email }: DataSubject,
): Promise<object[]> {
  return db
    .selectFrom("newsletter_subscriptions")
    .select(["email", "first_name", "interests", "subscribed_at", "unsubscribed_at"])
    .where("brokerage_id", "=", brokerageId)
    .where(isAddress(sql.ref("email"), email))
    .execute();
}
