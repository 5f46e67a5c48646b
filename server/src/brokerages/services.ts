import type { Platform } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { TenantDirectory } from "./tenant-directory.ts";

/** What other slices know of a brokerage. */
type Known = {
  /** The IANA name of a brokerage's time zone. */
  timeZoneOf: (db: Db, brokerageId: number) => Promise<string>;
};

/** The services of the brokerages slice. */
export type UsesBrokerages = { brokerages: { tenants: TenantDirectory } & Known };

export function brokerageServices({ db, embedded }: Platform, { timeZoneOf }: Known): UsesBrokerages {
  return { brokerages: { tenants: new TenantDirectory(db, { singleWriter: embedded }), timeZoneOf } };
}
