import type { Context } from "../../platform/context.ts";
import { openTokens, type SealedToken } from "./account-tokens.ts";

/**
 * A cache of the brokerages' SMS accounts, to verify signatures without a query. A few hundred bytes per account.
 */
export class SmsAccountCache {
  #tokens: SealedToken[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  /** Reads the accounts again when the cache is older than this or invalidated. */
  async refresh({ db }: Pick<Context, "db">, maxAgeMs: number): Promise<void> {
    const now = performance.now();
    if (now - this.#readAt < maxAgeMs) return;
    this.#readAt = now;
    this.#tokens = await db
      .selectFrom("sms_accounts")
      .select(["account_sid", "brokerage_id as brokerageId", "sealed_auth_token"])
      .execute();
  }

  /** Call it after a change of an account. */
  invalidate(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** The brokerages that have configured an account, with their tokens. */
  async tokensOf(ctx: Pick<Context, "secrets" | "log">, accountSid: string) {
    return openTokens(
      ctx,
      this.#tokens.filter((claim) => claim.account_sid === accountSid),
    );
  }
}
