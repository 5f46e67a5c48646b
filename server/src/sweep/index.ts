export { runSweep, runSweepWithoutDrips } from "./run-sweep.ts";
export { sweepRoutes } from "./sweep.routes.ts";
export type { SweepReport } from "./sweep.schemas.ts";
