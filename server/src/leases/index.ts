export { holdLease, type Lease, whileHeld } from "./hold-lease.ts";
export { isClaimed, LeaseLost, requireLease } from "./leases.ts";
