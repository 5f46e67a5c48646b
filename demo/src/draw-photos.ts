import { drawPhoto } from "../drawings/draw-photo.ts";
import { photoCatalog } from "./photo-catalog.ts";
import { type Shelf, storeDrawing } from "./store-drawing.ts";

// The pictures render in sharp's threads; two at a time keep two cores busy and memory flat.
const AT_A_TIME = 2;

/**
 * Renders every picture of the catalogue as a 1024 x 683 JPEG into the storage, under `demo/`. Files that are there
 * stay, so an interrupted run goes on where it stopped. Rejects with the signal's reason when aborted.
 */
export async function drawPhotos(options: {
  storage: Shelf;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}): Promise<void> {
  const { storage, onProgress, signal } = options;
  const photos = photoCatalog();
  const queue = photos.values();
  let done = 0;

  async function work(): Promise<void> {
    for (const photo of queue) {
      signal?.throwIfAborted();
      await storeDrawing(storage, `demo/${photo.file}`, () => drawPhoto(photo));
      onProgress?.(++done, photos.length);
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}
