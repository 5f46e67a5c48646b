import { sql } from "kysely";
import { type CodeGuess, guessedLinks } from "../../client-tokens/index.ts";
import type { Db } from "../../platform/database/database.ts";
import type { PendingConfirmation } from "./search-confirmations.ts";

export type GuessedConfirmation = PendingConfirmation & { token_hash: Buffer; code_hash: Buffer };

/**
 * Counts a try on the confirmation links that a code may be of, before the code is compared.
 *
 * Index: search_confirmations_request, or search_confirmations_email; then search_confirmations_pkey. Expected: at most three rows.
 *
 * @returns the links that had a try left.
 */
export async function takeConfirmationTry(db: Db, guess: CodeGuess): Promise<GuessedConfirmation[]> {
  const { rows } = await sql<GuessedConfirmation>`
    with guessed as materialized (
      select id from search_confirmations where ${guessedLinks(guess)}
    )
    update search_confirmations
    set code_tries = code_tries + 1
    from guessed
    where search_confirmations.id = guessed.id
    returning search_confirmations.id, email, search, token_hash, code_hash`.execute(db);
  return rows;
}
