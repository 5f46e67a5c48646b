import { expect, it } from "vitest";
import { findPhotos, meanOf } from "./photo-search.ts";

it("finds the demo's photos by what was drawn, and the originals of near copies (npm run prove photos)", async () => {
  const { withCaptions, copies } = await findPhotos({ copied: 20, width: 384 });
  expect(meanOf(withCaptions)).toBeGreaterThanOrEqual(0.8);
  for (const { kind, share } of copies) expect(share, kind).toBeGreaterThanOrEqual(0.95);
}, 120_000);
