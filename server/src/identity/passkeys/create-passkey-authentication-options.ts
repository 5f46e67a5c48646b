import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { foreignRequest } from "../../platform/http/foreign-requests.ts";
import { CHALLENGE_MS, noteChallenge } from "./challenges.ts";
import { passkeyPlace } from "./passkey-owner.ts";

/**
 * What the browser passes to `navigator.credentials.get`. It names no passkeys: the browser offers those that it has of this host.
 *
 * @throws AppError 403 for pages of other websites, over http, and on a brokerage's domain beside CONSOLE_URL.
 */
export async function createPasskeyAuthenticationOptions(ctx: Context<UsesBrokerages>) {
  if (ctx.isForeignWrite) throw foreignRequest();
  const { host } = await passkeyPlace(ctx);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: host,
    timeout: CHALLENGE_MS,
    userVerification: "required",
  });
  await noteChallenge(ctx, options.challenge, { host, userId: null });
  return options;
}
