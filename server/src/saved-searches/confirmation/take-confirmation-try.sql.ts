import { type RawBuilder, sql } from "kysely";
import { type CodeOwner, MAX_CODE_TRIES } from "../../client-tokens/index.ts";
import { isAddress } from "../../platform/data-subject.ts";
import type { Db } from "../../platform/database/database.ts";
import type { PendingConfirmation } from "./search-confirmations.ts";

type Guess = { brokerageId: number; of: CodeOwner; now: Date };
export type GuessedConfirmation = PendingConfirmation & { token_hash: Buffer; code_hash: Buffer };

/**
 * Counts a try on the usable links that a code may be of: the latest of a request, or those of an email, of which three are pending at
 * most. Counted before the code is compared, so that concurrent tries are five in all.
 *
 * Index: search_confirmations_request, or search_confirmations_email; then search_confirmations_pkey. Expected: at most three rows.
 *
 * @returns the links that had a try left.
 */
export async function takeConfirmationTry(
  db: Db,
  { brokerageId, of, now }: Guess,
): Promise<GuessedConfirmation[]> {
  const { rows } = await sql<GuessedConfirmation>`
    with guessed as materialized (
      select id
      from search_confirmations
      where brokerage_id = ${brokerageId}
        and ${isOf(of)}
        and used_at is null
        and expires_at > ${now}
        and code_hash is not null
        and code_tries < ${MAX_CODE_TRIES}
      order by id desc
      limit ${"requestId" in of ? 1 : 3}
      for no key update
    )
    update search_confirmations
    set code_tries = code_tries + 1
    from guessed
    where search_confirmations.id = guessed.id
    returning search_confirmations.id, email, search, token_hash, code_hash`.execute(db);
  return rows;
}

function isOf(of: CodeOwner): RawBuilder<boolean> {
  return "requestId" in of
    ? sql<boolean>`request_id = ${of.requestId}`
    : isAddress(sql.ref("email"), of.email);
}
