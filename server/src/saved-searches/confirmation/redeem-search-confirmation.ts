import { codeOf, linkOfCode, takeCodeLimits, wrongCode } from "../../client-tokens/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { ConfirmedSearch, RedeemConfirmationBody } from "../saved-searches.schemas.ts";
import { confirmSearch, redeemConfirmation } from "./confirm-search.ts";
import { takeConfirmationTry } from "./take-confirmation-try.sql.ts";

/**
 * Saves the search of a confirmation link, by the link's token or by the code in its mail (web.md, W20). The link is used up, as by
 * `confirmSearch`.
 *
 * @throws AppError for a token those of `confirmSearch`; for a code 400, the same for every code that saves nothing; 409 for the 51st
 *   search; 422 without either, or for a code without a request and an email; 429.
 */
export async function redeemSearchConfirmation(
  ctx: TenantContext<UsesListings>,
  input: RedeemConfirmationBody,
): Promise<ConfirmedSearch> {
  if (input.token !== undefined) return confirmSearch(ctx, { token: input.token });
  const { code, of } = codeOf(input);
  await takeCodeLimits(ctx, of);
  const { brokerageId } = ctx.tenant;
  // Outside of a transaction: the try stays counted when the code is refused.
  const links = await takeConfirmationTry(ctx.db, { brokerageId, of, now: ctx.clock.now() });
  const link = linkOfCode(ctx, links, code);
  const confirmed = link && (await redeemConfirmation(ctx, link));
  if (!confirmed) throw wrongCode();
  return confirmed;
}
