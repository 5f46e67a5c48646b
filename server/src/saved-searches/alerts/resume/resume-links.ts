import type { Context } from "../../../platform/context.ts";
import { readToken, signToken } from "../signed-client-links.ts";

export const RESUME_PATH = "/api/v1/searches/resume";
const TYPE = "alerts_resume";

/** The link of the mail that asks: it opens a page with a button. */
export async function resumeLink(
  ctx: Pick<Context, "config" | "secrets">,
  clientId: number,
): Promise<string> {
  return `${ctx.config.publicApiUrl}${RESUME_PATH}/${await signToken(ctx, TYPE, clientId)}`;
}

/** The client of a link; null for a forged one. */
export function clientOfResumeToken(
  ctx: Pick<Context, "config" | "secrets">,
  token: string,
): Promise<number | null> {
  return readToken(ctx, TYPE, token);
}
