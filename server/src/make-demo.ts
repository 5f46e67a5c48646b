import type { AppContext } from "./services.ts";

type Part = { done: number; total: number };
export type DemoProgress = { photos: Part; listings: Part };

/** Makes the demo brokerage. Its code is a workspace of its own, loaded here and only when a demo is asked for. */
export async function makeDemo(ctx: AppContext, onProgress: (progress: DemoProgress) => void): Promise<void> {
  const { loadDemo } = await import("../../demo/src/load-demo.ts");
  await loadDemo(ctx, onProgress);
}

/** Makes the demo's photos searchable, after `makeDemo`. Without it, the job that enriches photos reads each of them. */
export async function indexDemoPhotos(ctx: AppContext): Promise<void> {
  const { storePhotoIndex } = await import("../../demo/src/photo-index/store-photo-index.ts");
  await storePhotoIndex(ctx);
}
