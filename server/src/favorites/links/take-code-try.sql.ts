import { sql } from "kysely";
import { type CodeGuess, guessedLinks } from "../../client-tokens/index.ts";
import type { Db } from "../../platform/database/database.ts";

export type GuessedLink = { id: number; email: string; token_hash: Buffer; code_hash: Buffer };

/**
 * Counts a try on the magic links that a code may be of, before the code is compared.
 *
 * Index: magic_links_request, or magic_links_email; then magic_links_pkey. Expected: at most three rows.
 *
 * @returns the links that had a try left.
 */
export async function takeCodeTry(db: Db, guess: CodeGuess): Promise<GuessedLink[]> {
  const { rows } = await sql<GuessedLink>`
    with guessed as materialized (
      select id from magic_links where ${guessedLinks(guess)}
    )
    update magic_links
    set code_tries = code_tries + 1
    from guessed
    where magic_links.id = guessed.id
    returning magic_links.id, email, token_hash, code_hash`.execute(db);
  return rows;
}
