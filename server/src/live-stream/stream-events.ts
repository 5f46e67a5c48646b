import { Readable } from "node:stream";
import type { ActorContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { Download } from "../platform/http/download.ts";
import { EVENT_STREAM, STREAM_HEADERS } from "../platform/http/server-sent-events.ts";
import type { UsesLiveStreams } from "./services.ts";
import { keyOf, type StreamScope, streamScope } from "./stream-scope.ts";

/**
 * Opens the stream of changes that the caller may see, without end. With a Last-Event-ID, or else `last_event_id`, it begins after that
 * event; with `reset` when the log does not go back that far (web.md, W30).
 *
 * @throws AppError 429 when the caller has too many streams, 503 when the process has.
 */
export async function streamEvents(
  ctx: ActorContext<UsesLiveStreams>,
  { last_event_id }: { last_event_id?: string },
): Promise<Download> {
  // A HEAD, or a page that is loaded in advance, has no reader.
  if (ctx.isPreview) return new Download(Readable.from([]), EVENT_STREAM, STREAM_HEADERS);
  const scope = await streamScope(ctx, ctx.actor);
  const stream = await ctx.liveStream.open({
    person: ctx.caller as string,
    sessionId: ctx.actor.sessionId as number,
    scope,
    lastEventId: positionOf(ctx.lastEventId ?? last_event_id),
    isAllowed: () => isAllowed(ctx, scope),
  });
  return new Download(stream.body, EVENT_STREAM, STREAM_HEADERS);
}

/** NaN for an id that no log has given. */
function positionOf(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || lastEventId === "") return null;
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
}

/** Whether the credentials hold, and see what they saw when the stream was opened. */
async function isAllowed(ctx: ActorContext, scope: StreamScope): Promise<boolean> {
  try {
    const actor = await ctx.reauthenticate();
    return actor !== null && keyOf(await streamScope(ctx, actor)) === keyOf(scope);
  } catch (error) {
    const isRefused =
      error instanceof AppError && (error.code === "unauthenticated" || error.code === "forbidden");
    // What cannot be verified now is verified before the next comment. Without the database no events are read either.
    return !isRefused;
  }
}
