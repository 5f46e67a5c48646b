import type { PhotoState, UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { DueEnrichment } from "./due-enrichments.ts";
import type { DeferredEnrichment, FailedEnrichment } from "./model-output.ts";
import type { HostGate } from "./photo-hosts.ts";

/** Retry delay of a photo that its server has delivered. */
const SOON_MS = 1000;
const AGAIN_MS = 60_000;

export type Fetched = {
  ready: { enrichment: DueEnrichment; bytes: Buffer }[];
  failed: FailedEnrichment[];
  deferred: DeferredEnrichment[];
};

export type FetchOptions = {
  hosts: HostGate;
  /**
   * The batch does not wait longer than this: a slow server's photos are fetched in the background, and enriched when
   * available.
   */
  withinMs: number;
  /** Also fetches photos that failed and whose retry is not due yet. */
  tryAgain: boolean;
};

/**
 * The photos' bytes in card size, fetched once and stored (photos slice). A failure affects only its photo.
 *
 * @throws AppError 503 when the storage is unavailable.
 */
export async function fetchPhotos(
  ctx: Context<UsesPhotos>,
  due: readonly DueEnrichment[],
  { hosts, withinMs, tryAgain }: FetchOptions,
): Promise<Fetched> {
  const allowed = due.filter(({ url }) => hosts.allows(url));
  const photos = await ctx.photos.fetchAll(
    allowed.map(({ url }) => url),
    { withinMs, tryAgain },
  );
  const inMs = (ms: number) => new Date(ctx.clock.now().getTime() + ms);
  const fetched: Fetched = {
    ready: [],
    failed: [],
    deferred: [],
  };
  for (const [nth, enrichment] of allowed.entries()) {
    const photo = photos[nth] as PhotoState;
    hosts.record(enrichment.url, photo);
    if (photo.status === "failed") {
      const again = new Date(Math.max(photo.retryAt.getTime(), inMs(AGAIN_MS).getTime()));
      fetched.failed.push({ enrichment, failure: photo.reason, again });
      continue;
    }
    const bytes = photo.status === "stored" ? await ctx.photos.read(photo, "card", "jpg") : null;
    if (bytes) fetched.ready.push({ enrichment, bytes });
    else {
      // A delivered photo only waits for a decoder of this machine, which takes longer under load.
      const isAwaitingDecoder = photo.status === "pending" && photo.arrived;
      fetched.deferred.push({
        enrichment,
        failure: "timeout",
        again: inMs(isAwaitingDecoder ? SOON_MS : AGAIN_MS),
      });
    }
  }
  // Last, because the fetches above may have changed when their hosts are tried again.
  for (const enrichment of due.filter((each) => !allowed.includes(each))) {
    const again = hosts.retryAt(enrichment.url) ?? inMs(SOON_MS);
    fetched.deferred.push({ enrichment, failure: "unreachable", again });
  }
  return fetched;
}
