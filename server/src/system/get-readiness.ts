import type { Context } from "../platform/context.ts";

export type Readiness = { status: "ok" | "stopping" };

/**
 * Whether a load balancer may send requests here. A database that is away leaves it as it is: it is away for every process, and searches go
 * on from memory.
 */
export function getReadiness({ draining }: Context): Readiness {
  return { status: draining.aborted ? "stopping" : "ok" };
}
