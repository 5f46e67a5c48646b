import type { Platform } from "../platform/context.ts";
import { TenantDirectory } from "./tenant-directory.ts";

/** The services of the brokerages slice. */
export type UsesBrokerages = { brokerages: { tenants: TenantDirectory } };

export function brokerageServices({ db, embedded }: Platform): UsesBrokerages {
  return { brokerages: { tenants: new TenantDirectory(db, { singleWriter: embedded }) } };
}
