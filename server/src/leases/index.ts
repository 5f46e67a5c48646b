export { holdLease, type Lease, tryLease, whileHeld } from "./hold-lease.ts";
export { isClaimed, LeaseLost, requireLease } from "./leases.ts";
