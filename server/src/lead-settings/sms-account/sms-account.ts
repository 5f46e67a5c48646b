import type { Selectable } from "kysely";
import type { Context } from "../../platform/context.ts";
import { open } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/database/database.ts";
import type { SmsAccounts } from "../../platform/database/types.generated.ts";
import { AppError } from "../../platform/errors.ts";
import type { SmsAccount } from "../../platform/sms/sms-account.ts";
import type { SmsAccountView } from "./sms-account.schemas.ts";

/**
 * A brokerage's own SMS account with its decrypted token, for sending only. Null when it has none.
 *
 * @throws Error when ENCRYPTION_KEY is not the one that the token was sealed with.
 */
export async function smsAccount(
  ctx: Pick<Context, "db" | "secrets">,
  brokerageId: number,
): Promise<SmsAccount | null> {
  const row = await storedSmsAccount(ctx.db, brokerageId);
  if (!row) return null;
  return {
    accountSid: row.account_sid,
    authToken: await open(ctx.secrets.encryptionKey, row.sealed_auth_token),
    from: row.from_number,
  };
}

export async function storedSmsAccount(
  db: Db,
  brokerageId: number,
): Promise<Omit<Selectable<SmsAccounts>, "brokerage_id"> | null> {
  const row = await db
    .selectFrom("sms_accounts")
    .select(["account_sid", "from_number", "sealed_auth_token", "updated_at"])
    .where("brokerage_id", "=", brokerageId)
    .executeTakeFirst();
  return row ?? null;
}

/** The account without its token. */
export function smsAccountView(row: Omit<Selectable<SmsAccounts>, "brokerage_id">): SmsAccountView {
  return { account_sid: row.account_sid, from: row.from_number, updated_at: row.updated_at };
}

export function smsAccountNotFound(): AppError {
  return new AppError("not_found", "SMS account not found");
}
