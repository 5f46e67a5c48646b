import { basename } from "node:path";
import sharp from "sharp";
import type { DemoPhoto } from "../../../demo/src/photo-catalog.ts";
import { readPhoto } from "../../../demo/src/photo-files.ts";
import { createRandom } from "../../../demo/src/random.ts";
import { type Copy, nearCopies } from "./near-copies.ts";
import type { PhotoSearchFixture } from "./photo-search-fixture.ts";

/** Of each kind of copy the share that leads to its original first, asked of POST /api/search/similar-images. */
export async function findCopies(
  fixture: PhotoSearchFixture,
  { copied, copies = nearCopies }: { copied: number; copies?: Record<string, Copy> },
): Promise<{ kind: string; share: number }[]> {
  const random = createRandom("near copies");
  const step = fixture.photos.length / copied;
  const originals = Array.from(
    { length: copied },
    (_, nth) => fixture.photos[Math.floor(nth * step)] as DemoPhoto,
  );
  const found = Object.keys(copies).map((kind) => ({ kind, right: 0 }));
  for (const original of originals) {
    const bytes = await sharp(await readPhoto(original.file))
      .jpeg({ quality: 80 })
      .toBuffer();
    for (const [nth, copy] of Object.values(copies).entries()) {
      const path = `/copy-${nth}-${original.file}`;
      fixture.responses.set(path, await copy(bytes, () => random.between(0, 1)));
      if ((await mostAlike(fixture, fixture.web.url + path)) === original.file)
        (found[nth] as { right: number }).right++;
      fixture.responses.delete(path);
    }
  }
  return found.map(({ kind, right }) => ({ kind, share: right / copied }));
}

async function mostAlike({ lintel, host }: PhotoSearchFixture, image_url: string): Promise<string> {
  const { status, body, text } = await lintel.call("/api/search/similar-images", {
    method: "POST",
    host,
    body: { image_url, limit: 1 },
  });
  if (status !== 200) throw new Error(`${image_url} answered ${status}: ${text}`);
  return basename(body.results[0]?.url ?? "");
}
