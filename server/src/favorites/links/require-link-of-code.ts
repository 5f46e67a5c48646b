import { type CodeOwner, linkOfCode, takeCodeLimits, wrongCode } from "../../client-tokens/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { MagicLink } from "./magic-links.ts";
import { takeCodeTry } from "./take-code-try.sql.ts";

/**
 * Finds the unused, unexpired link of a code at the domain's brokerage. Call it outside of a transaction: the try stays counted when
 * the code is refused.
 *
 * @throws AppError 400, the same for a wrong code and where there is no such link; 429.
 */
export async function requireLinkOfCode(
  ctx: TenantContext,
  { code, of }: { code: string; of: CodeOwner },
): Promise<MagicLink> {
  await takeCodeLimits(ctx, of);
  const { brokerageId } = ctx.tenant;
  const links = await takeCodeTry(ctx.db, { brokerageId, of, now: ctx.clock.now() });
  const link = linkOfCode(ctx, links, code);
  if (!link) throw wrongCode();
  return link;
}
