import { Webhook } from "standardwebhooks";
import type { Context } from "../../platform/context.ts";
import { open } from "../../platform/crypto/seal.ts";
import type { ClaimedDelivery } from "./claim-deliveries.sql.ts";

type Sealed = Pick<
  ClaimedDelivery,
  "endpoint_id" | "sealed_secret" | "sealed_previous_secret" | "previous_secret_until"
>;

/** Caches the decrypted secrets of one endpoint during a run: decrypting costs more than signing. */
export class EndpointSecrets {
  readonly #ctx: Context;
  readonly #opened = new Map<string, Promise<Webhook | null>>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** The signers valid at that time, newest first; null when the secret cannot be decrypted. */
  async signersAt(sealed: Sealed, at: Date): Promise<Webhook[] | null> {
    const { sealed_secret, sealed_previous_secret, previous_secret_until } = sealed;
    const current = await this.#open(sealed_secret);
    if (!current) return null;
    const isOver = previous_secret_until === null || previous_secret_until <= at;
    const previous =
      isOver || sealed_previous_secret === null ? null : await this.#open(sealed_previous_secret);
    return previous ? [current, previous] : [current];
  }

  #open(sealed: string): Promise<Webhook | null> {
    const opened = this.#opened.get(sealed) ?? this.#load(sealed);
    this.#opened.set(sealed, opened);
    return opened;
  }

  async #load(sealed: string): Promise<Webhook | null> {
    try {
      return new Webhook(await open(this.#ctx.secrets.encryptionKey, sealed));
    } catch (error) {
      this.#ctx.log.error({ err: error }, "webhook secret decryption failed");
      return null;
    }
  }
}
