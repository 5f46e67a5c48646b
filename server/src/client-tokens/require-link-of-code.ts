import type { TenantContext } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import type { CodeGuess } from "./code-guess.ts";
import { type CodedLink, linkOfCode } from "./link-codes.ts";
import { codeOf, type LinkCredentials, takeCodeLimits, wrongCode } from "./link-inputs.ts";

/**
 * Finds the unused, unexpired link of a code at the domain's brokerage (web.md, W20). Call it outside of a transaction: the try stays
 * counted when the code is refused.
 *
 * @param takeTry counts a try on the links that the code may be of, and returns those that had one left.
 * @throws AppError 400, the same for a wrong code and where there is no such link; 422 without a code, or for one without a request and an
 *   email; 429.
 */
export async function requireLinkOfCode<Link extends CodedLink>(
  ctx: TenantContext,
  input: LinkCredentials,
  takeTry: (db: Db, guess: CodeGuess) => Promise<Link[]>,
): Promise<Link> {
  const { code, of } = codeOf(input);
  await takeCodeLimits(ctx, of);
  const links = await takeTry(ctx.db, { brokerageId: ctx.tenant.brokerageId, of, now: ctx.clock.now() });
  const link = linkOfCode(ctx, links, code);
  if (!link) throw wrongCode();
  return link;
}
