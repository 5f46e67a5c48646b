export type { SweepReport } from "./run-sweep.ts";
export { runSweep, runSweepWithoutDrips } from "./run-sweep.ts";
export { sweepRoutes } from "./sweep.routes.ts";
