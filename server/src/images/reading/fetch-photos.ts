import type { Context } from "../../context.ts";
import type { KeptPhoto } from "../../photos/index.ts";
import type { DueReading } from "./due-readings.sql.ts";
import type { HostPatience } from "./host-patience.ts";
import type { Failed, PutOff } from "./made.ts";

/** A batch waits no longer for photos: a slow server's go on being fetched, and are read when they are there. */
const WITHIN_MS = 10_000;
const AGAIN_MS = 60_000;
const NEXT_RUNS_MS = 10 * 60_000;

export type Fetched = {
  ready: { reading: DueReading; bytes: Buffer }[];
  failed: Failed[];
  late: PutOff[];
};

/**
 * The photos' bytes, as large as cards are: fetched once and kept (photos slice). None fails the others.
 *
 * @throws AppError 503 when the storage is away.
 */
export async function fetchPhotos(
  ctx: Context,
  due: readonly DueReading[],
  patience: HostPatience,
): Promise<Fetched> {
  const asked = due.filter(({ url }) => patience.hasFor(url));
  const photos = await ctx.photos.keepAll(
    asked.map(({ url }) => url),
    { withinMs: WITHIN_MS },
  );
  const inMs = (ms: number) => new Date(ctx.clock.now().getTime() + ms);
  const fetched: Fetched = {
    ready: [],
    failed: [],
    late: due
      .filter((reading) => !asked.includes(reading))
      .map((reading) => ({ reading, again: inMs(NEXT_RUNS_MS) })),
  };
  for (const [nth, reading] of asked.entries()) {
    const photo = photos[nth] as KeptPhoto;
    patience.note(reading.url, photo);
    if (photo.status === "failed") {
      const again = new Date(Math.max(photo.retryAt.getTime(), inMs(AGAIN_MS).getTime()));
      fetched.failed.push({ reading, failure: photo.reason, again });
      continue;
    }
    const bytes = photo.status === "stored" ? await ctx.photos.read(photo, "card", "jpg") : null;
    if (bytes) fetched.ready.push({ reading, bytes });
    else fetched.late.push({ reading, again: inMs(AGAIN_MS) });
  }
  return fetched;
}
