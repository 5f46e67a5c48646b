import { randomBytes } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import { seal } from "../../platform/crypto/seal.ts";

/** A secret as Standard Webhooks has them, and what is stored of it. */
export async function newSecret({ secrets }: Pick<Context, "secrets">) {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, sealed: await seal(secrets.encryptionKey, secret) };
}
