import type { AppContext } from "./services.ts";

type Part = { done: number; total: number };
export type DemoProgress = { photos: Part; listings: Part };
export type DemoOutcome = { state: "created" | "exists" | "interrupted"; name: string; domains: string[] };

/** A separate workspace, loaded only when a demo is requested. */
const importDemo = () => import("../../demo/src/load-demo.ts");

/** Creates the demo brokerage, unless it exists. */
export async function makeDemo(
  ctx: AppContext,
  onProgress: (progress: DemoProgress) => void,
): Promise<DemoOutcome> {
  const { loadDemo } = await importDemo();
  return loadDemo(ctx, onProgress);
}

/** Makes the demo's photos searchable, after `makeDemo`. Otherwise the enrichment job processes each of them. */
export async function indexDemoPhotos(ctx: AppContext): Promise<void> {
  const { storePhotoIndex } = await importDemo();
  await storePhotoIndex(ctx);
}
