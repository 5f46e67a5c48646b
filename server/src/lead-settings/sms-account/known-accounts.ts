import type { Context } from "../../platform/context.ts";
import { openedClaims, type SealedClaim } from "./accounts-in-use.ts";

/**
 * The accounts that brokerages have for texts, as they were when they were last read: for judging signatures without a
 * query. A few hundred bytes for each.
 */
export class KnownAccounts {
  #claims: SealedClaim[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  /** Reads them again, when they were read longer ago than this or have been changed by this process. */
  async refresh({ db }: Pick<Context, "db">, maxAgeMs: number): Promise<void> {
    const now = performance.now();
    if (now - this.#readAt < maxAgeMs) return;
    this.#readAt = now;
    this.#claims = await db
      .selectFrom("sms_accounts")
      .select(["account_sid", "brokerage_id as brokerageId", "sealed_auth_token"])
      .execute();
  }

  /** After a change of an account. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** Who says that an account is theirs, each with the token it has told. */
  async claimsOf(ctx: Pick<Context, "secrets" | "log">, accountSid: string) {
    return openedClaims(
      ctx,
      this.#claims.filter((claim) => claim.account_sid === accountSid),
    );
  }
}
