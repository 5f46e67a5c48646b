import sharp from "sharp";
import type { FileStorage } from "../../server/src/platform/storage/file-storage.ts";

export type Shelf = Pick<FileStorage, "exists" | "put">;

/** Renders an SVG drawing as JPEG into the storage. One that is there stays, so that an interrupted run can go on. */
export async function storeDrawing(storage: Shelf, key: string, draw: () => string): Promise<void> {
  if (await storage.exists(key)) return;
  const jpeg = await sharp(Buffer.from(draw()))
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 80 })
    .toBuffer();
  await storage.put(key, jpeg);
}
