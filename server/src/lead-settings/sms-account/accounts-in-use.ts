import type { Context } from "../../platform/context.ts";
import { open } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/database/database.ts";

/** Which brokerages have an account of their own. */
export async function brokeragesWithAccount(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom("sms_accounts").select("brokerage_id").execute();
  return new Set(rows.map(({ brokerage_id }) => brokerage_id));
}

/**
 * The brokerages that name an account as their own, each with the token it has told: several may share one, and not every
 * token need be the account's. One that does not open any more, because ENCRYPTION_KEY is another one now, is left out.
 */
export async function claimsOfAccount(
  { db, secrets, log }: Pick<Context, "db" | "secrets" | "log">,
  accountSid: string,
): Promise<{ brokerageId: number; authToken: string }[]> {
  const rows = await db
    .selectFrom("sms_accounts")
    .select(["account_sid", "brokerage_id as brokerageId", "sealed_auth_token"])
    .where("account_sid", "=", accountSid)
    .orderBy("brokerage_id")
    .execute();
  return openedClaims({ secrets, log }, rows);
}

/** A brokerage's account, its token as it is kept. */
export type SealedClaim = { account_sid: string; brokerageId: number; sealed_auth_token: string };

export async function openedClaims(
  { secrets, log }: Pick<Context, "secrets" | "log">,
  sealed: readonly SealedClaim[],
): Promise<{ brokerageId: number; authToken: string }[]> {
  const claims = sealed.map(async ({ brokerageId, sealed_auth_token }) => {
    try {
      return [{ brokerageId, authToken: await open(secrets.encryptionKey, sealed_auth_token) }];
    } catch (error) {
      log.error({ err: error, brokerage: brokerageId }, "an account for texts cannot be used");
      return [];
    }
  });
  return (await Promise.all(claims)).flat();
}
