import { type RawBuilder, sql } from "kysely";
import { isAddress } from "../platform/data-subject.ts";
import { MAX_CODE_TRIES } from "./link-codes.ts";
import type { CodeOwner } from "./link-inputs.ts";

/** A code that a caller gives: of which request or email, at which brokerage. */
export type CodeGuess = { brokerageId: number; of: CodeOwner; now: Date };

/**
 * The condition of the usable links that a code may be of, in any table with the columns of links: the latest of a request, or those of an
 * email, of which three are pending at most. They are locked, so that concurrent tries are five in all.
 */
export function guessedLinks({ brokerageId, of, now }: CodeGuess): RawBuilder<unknown> {
  const isOfOwner =
    "requestId" in of ? sql`request_id = ${of.requestId}` : isAddress(sql.ref("email"), of.email);
  return sql`
    brokerage_id = ${brokerageId}
      and ${isOfOwner}
      and used_at is null
      and expires_at > ${now}
      and code_hash is not null
      and code_tries < ${MAX_CODE_TRIES}
    order by id desc
    limit ${"requestId" in of ? 1 : 3}
    for no key update`;
}
