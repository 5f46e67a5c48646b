import type { KeptPhoto, UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { DueEnrichment } from "./due-enrichments.ts";
import type { HostCircuitBreaker } from "./host-circuit-breaker.ts";
import type { DeferredEnrichment, FailedEnrichment } from "./model-output.ts";

/** Its server has delivered it. */
const SOON_MS = 1000;
const AGAIN_MS = 60_000;
const NEXT_RUNS_MS = 10 * 60_000;

export type Fetched = {
  ready: { enrichment: DueEnrichment; bytes: Buffer }[];
  failed: FailedEnrichment[];
  deferred: DeferredEnrichment[];
};

export type FetchOptions = {
  patience: HostCircuitBreaker;
  /** A batch waits no longer for photos: a slow server's go on being fetched, and are read when they are there. */
  withinMs: number;
  /** Asks also for those that could not be had the last time, though they are not due yet. */
  tryAgain: boolean;
};

/**
 * The photos' bytes, as large as cards are: fetched once and kept (photos slice). None fails the others.
 *
 * @throws AppError 503 when the storage is away.
 */
export async function fetchPhotos(
  ctx: Context<UsesPhotos>,
  due: readonly DueEnrichment[],
  { patience, withinMs, tryAgain }: FetchOptions,
): Promise<Fetched> {
  const asked = due.filter(({ url }) => patience.allows(url));
  const photos = await ctx.photos.keepAll(
    asked.map(({ url }) => url),
    { withinMs, tryAgain },
  );
  const inMs = (ms: number) => new Date(ctx.clock.now().getTime() + ms);
  const fetched: Fetched = {
    ready: [],
    failed: [],
    deferred: due
      .filter((enrichment) => !asked.includes(enrichment))
      .map((enrichment) => ({ enrichment, failure: "unreachable", again: inMs(NEXT_RUNS_MS) })),
  };
  for (const [nth, enrichment] of asked.entries()) {
    const photo = photos[nth] as KeptPhoto;
    patience.record(enrichment.url, photo);
    if (photo.status === "failed") {
      const again = new Date(Math.max(photo.retryAt.getTime(), inMs(AGAIN_MS).getTime()));
      fetched.failed.push({ enrichment, failure: photo.reason, again });
      continue;
    }
    const bytes = photo.status === "stored" ? await ctx.photos.read(photo, "card", "jpg") : null;
    if (bytes) fetched.ready.push({ enrichment, bytes });
    else {
      // What has arrived waits for nothing but its turn here, which a busy machine makes longer.
      const ours = photo.status === "pending" && photo.arrived;
      fetched.deferred.push({ enrichment, failure: "timeout", again: inMs(ours ? SOON_MS : AGAIN_MS) });
    }
  }
  return fetched;
}
