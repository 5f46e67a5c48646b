import type { Kysely } from "kysely";
import { coalesce } from "../platform/coalesce.ts";
import type { Context } from "../platform/context.ts";
import type { DB } from "../platform/database/types.generated.ts";
import type { ClaimedMessage } from "./claim-due-messages.sql.ts";
import { finish, markFinished } from "./settle-message.ts";

/**
 * Notes messages that have left, for one pass; `close` waits until all are noted.
 *
 * What PostgreSQL has been sent it carries out, whatever becomes of us: so while one note is on its way, the next mail may
 * be handed over, and a process that is killed still leaves one in doubt. It has a connection of its own for that, on which
 * a note is written at once, one after another. The embedded database dies with us, and is waited for.
 */
export function notingSent(ctx: Context) {
  const { promise: closing, resolve: end } = Promise.withResolvers<void>();
  let own: Promise<Kysely<DB> | null> | null = ctx.embedded ? Promise.resolve(null) : null;
  /** The note before. */
  let last: Promise<void> = Promise.resolve();

  async function note(db: Kysely<DB>, message: ClaimedMessage): Promise<void> {
    try {
      await markFinished(db, [message], "sent", ctx.clock.now());
    } catch (error) {
      // The connection is gone: this one, and those to come, go by another.
      ctx.log.warn({ err: error, message: message.id }, "note of a sent message failed, will retry");
      own = Promise.resolve(null);
      await finish(ctx, [message], "sent");
    }
  }

  return {
    /** A busy database has one thing to do for all that have left meanwhile. */
    noteTogether: coalesce<ClaimedMessage>((messages) => finish(ctx, messages, "sent")),
    /** Resolves when the next one may be handed over. */
    async noteInTurn(message: ClaimedMessage): Promise<void> {
      await last;
      own ??= connectionUntil(ctx, closing);
      const db = await own;
      if (db === null) return finish(ctx, [message], "sent");
      last = note(db, message).catch((error) =>
        ctx.log.error({ err: error, message: message.id }, "a message has left, which could not be noted"),
      );
      // By then all that is in memory has been done: the note has been written to its connection.
      await new Promise<void>((written) => process.nextTick(written));
    },
    async close(): Promise<void> {
      await last;
      end();
    },
  };
}

/** A connection that is nobody else's until then; null when there is none to be had. */
function connectionUntil({ db, log }: Context, end: Promise<void>): Promise<Kysely<DB> | null> {
  return new Promise((resolve) => {
    (db as Kysely<DB>)
      .connection()
      .execute(async (held) => {
        resolve(held);
        await end;
      })
      .catch((error) => {
        log.warn({ err: error }, "connection for notes of sent messages lost");
        resolve(null);
      });
  });
}
