import type { Context } from "../../platform/context.ts";
import { open } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/database/database.ts";

/** The brokerages with an SMS account of their own. */
export async function brokeragesWithAccount(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom("sms_accounts").select("brokerage_id").execute();
  return new Set(rows.map(({ brokerage_id }) => brokerage_id));
}

/**
 * The brokerages that have configured an account, with their tokens. Several may share an account, and a token may be wrong.
 * Tokens that cannot be decrypted, because ENCRYPTION_KEY has changed, are left out.
 */
export async function tokensOfAccount(
  { db, secrets, log }: Pick<Context, "db" | "secrets" | "log">,
  accountSid: string,
): Promise<{ brokerageId: number; authToken: string }[]> {
  const rows = await db
    .selectFrom("sms_accounts")
    .select(["account_sid", "brokerage_id as brokerageId", "sealed_auth_token"])
    .where("account_sid", "=", accountSid)
    .orderBy("brokerage_id")
    .execute();
  return openTokens({ secrets, log }, rows);
}

/** A brokerage's account with the encrypted token. */
export type SealedToken = { account_sid: string; brokerageId: number; sealed_auth_token: string };

export async function openTokens(
  { secrets, log }: Pick<Context, "secrets" | "log">,
  sealed: readonly SealedToken[],
): Promise<{ brokerageId: number; authToken: string }[]> {
  const claims = sealed.map(async ({ brokerageId, sealed_auth_token }) => {
    try {
      return [{ brokerageId, authToken: await open(secrets.encryptionKey, sealed_auth_token) }];
    } catch (error) {
      log.error({ err: error, brokerage: brokerageId }, "sms account decryption failed");
      return [];
    }
  });
  return (await Promise.all(claims)).flat();
}
