import { randomBytes } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import { seal } from "../../platform/crypto/seal.ts";

/** Generates a secret in the format of Standard Webhooks, and its encrypted form. */
export async function newSecret({ secrets }: Pick<Context, "secrets">) {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, sealed: await seal(secrets.encryptionKey, secret) };
}
