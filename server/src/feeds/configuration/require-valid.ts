import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { complaintAboutTarget } from "../../platform/outbound/complaint-about-target.ts";
import { checkConfiguration, issueOf, type StoredParts } from "./check-configuration.ts";
import type { UpdateFeedBody } from "./configuration.schemas.ts";

/**
 * Checks a configuration whose schema holds. Looks names up, so it must not be called inside a transaction.
 *
 * @throws AppError 422 with each field that is wrong, also for an address that nothing may be sent to.
 */
export async function requireValid(
  ctx: Pick<Context, "outbound">,
  input: UpdateFeedBody,
  stored: StoredParts | null,
): Promise<void> {
  const issues = checkConfiguration(input, stored);
  const named = new Set(issues.map(({ loc }) => loc.join(".")));
  const tokenUrl = input.auth?.type === "client_credentials" ? input.auth.token_url : undefined;
  const addresses = [
    { path: ["base_url"], address: input.base_url },
    { path: ["auth", "token_url"], address: tokenUrl },
  ];
  for (const { path, address } of addresses) {
    if (address === undefined || named.has(["body", ...path].join("."))) continue;
    const complaint = await complaintAboutTarget(ctx, address);
    if (complaint !== null) issues.push(issueOf(path, complaint));
  }
  if (issues.length > 0) throw new AppError("invalid", issues);
}
