import { type Lease, LeaseLost, whileHeld } from "./leases/index.ts";
import type { AppContext } from "./services.ts";

type Part = { done: number; total: number };
export type DemoProgress = { photos: Part; listings: Part };
export type DemoOutcome = { state: "created" | "exists" | "interrupted"; name: string; domains: string[] };

/** A separate workspace, loaded only when a demo is requested. */
const importDemo = () => import("../../demo/src/load-demo.ts");

/**
 * Creates the demo brokerage, unless it exists. Of several processes one makes it, and the others wait until it is there or that one is
 * dead: then one of them takes over.
 */
export async function makeDemo(
  ctx: AppContext,
  onProgress: (progress: DemoProgress) => void,
): Promise<DemoOutcome> {
  const { interrupted, loadDemo } = await importDemo();
  const load = (held: AppContext, lease: Lease) =>
    loadDemo(held, { onProgress, lease }).catch((error) => {
      if (error instanceof LeaseLost) return interrupted;
      throw error;
    });
  for (;;) {
    const outcome = await whileHeld(ctx, "demo", load);
    if (outcome && outcome.state !== "interrupted") return outcome;
    // Else the lease was lost to another process.
    if (ctx.signal.aborted) return interrupted;
  }
}

/** Makes the demo's photos searchable, after `makeDemo`. Otherwise the enrichment job processes each of them. */
export async function indexDemoPhotos(ctx: AppContext): Promise<void> {
  const { storePhotoIndex } = await importDemo();
  await storePhotoIndex(ctx);
}
