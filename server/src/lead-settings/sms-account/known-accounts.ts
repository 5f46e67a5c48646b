import type { Context } from "../../context.ts";
import { openedClaims, type SealedClaim } from "./accounts-in-use.ts";

const FRESH_MS = 1000;

/**
 * The accounts that brokerages have for texts, as they were when they were last read: for judging signatures without a
 * query. A few hundred bytes for each.
 */
export class KnownAccounts {
  #claims: SealedClaim[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  /** Reads them again, at most once a second. */
  async refresh({ db }: Pick<Context, "db">): Promise<void> {
    const now = performance.now();
    if (now - this.#readAt < FRESH_MS) return;
    this.#readAt = now;
    this.#claims = await db
      .selectFrom("sms_accounts")
      .select(["account_sid", "brokerage_id as brokerageId", "sealed_auth_token"])
      .execute();
  }

  /** Who says that an account is theirs, each with the token it has told. */
  async claimsOf(ctx: Pick<Context, "secrets" | "log">, accountSid: string) {
    return openedClaims(
      ctx,
      this.#claims.filter((claim) => claim.account_sid === accountSid),
    );
  }
}
