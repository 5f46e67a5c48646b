import type { AppContext } from "./services.ts";

type Part = { done: number; total: number };
export type DemoProgress = { photos: Part; listings: Part };

/** Makes the demo brokerage. Its code is a workspace of its own, loaded here and only when a demo is asked for. */
export async function makeDemo(ctx: AppContext, onProgress: (progress: DemoProgress) => void): Promise<void> {
  const { loadDemo } = await import("../../demo/src/load-demo.ts");
  await loadDemo(ctx, onProgress);
}
