import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { recordChange } from "../../audit/index.ts";
import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { ALGORITHMS, expectedAt, takeChallenge } from "./challenges.ts";
import { type PasskeyOwner, passkeyOwner, passkeyPlace } from "./passkey-owner.ts";
import type { NewPasskey, Passkey } from "./passkeys.schemas.ts";

/** Passkeys of a person. */
const MAX_PASSKEYS = 20;

/**
 * Stores the passkey that a browser has made. No attestation is requested: the make of a device does not prove who holds it.
 *
 * @throws AppError 400 for an answer that does not fit what was asked for; 403 as for the options; 409 for a passkey that is known, and for
 *   the 21st of a person.
 */
export async function createPasskey(
  ctx: ActorContext<UsesBrokerages>,
  { name = "Passkey", ...response }: NewPasskey,
): Promise<Passkey> {
  const place = await passkeyPlace(ctx);
  const owner = await passkeyOwner(ctx);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response: { clientExtensionResults: {}, ...response } as RegistrationResponseJSON,
    ...expectedAt(place),
    supportedAlgorithmIDs: ALGORITHMS,
    expectedChallenge: (challenge) =>
      takeChallenge(ctx, challenge, { host: place.host, userId: owner.user_id }),
  }).catch((cause: unknown) => {
    throw notRegistered(cause);
  });
  if (!verified.verified) throw notRegistered();
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return inTransaction(ctx, async (ctx) => {
    await requireCapacity(ctx, owner);
    const row = await ctx.db
      .insertInto("passkeys")
      .values({
        ...recordOf(owner),
        name,
        rp_id: place.host,
        credential_id: id,
        public_key: Buffer.from(publicKey),
        counter,
        transports: [...transports],
        created_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning(["id", "name", "rp_id", "created_at", "last_used_at"])
      .executeTakeFirst();
    if (!row) throw new AppError("conflict", "This passkey is registered already");
    await recordChange(ctx, {
      action: "create",
      targetType: "passkey",
      targetId: row.id,
      brokerageId: ctx.actor.brokerageId,
      after: { name, host: place.host },
    });
    const { rp_id: host, ...passkey } = row;
    return { ...passkey, host };
  });
}

function recordOf({ user_id, agent_id, broker_contact_id, admin_id }: PasskeyOwner) {
  return { user_id, agent_id, broker_contact_id, admin_id };
}

/** Of registrations at once, one is counted after the other. */
async function requireCapacity({ db }: ActorContext, { user_id }: PasskeyOwner): Promise<void> {
  await db.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().execute();
  const { count } = await db
    .selectFrom("passkeys")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  if (count >= MAX_PASSKEYS) throw new AppError("conflict", "A person has at most 20 passkeys: remove one");
}

function notRegistered(cause?: unknown): AppError {
  return new AppError("bad_request", "This passkey cannot be registered: start again", { cause });
}
