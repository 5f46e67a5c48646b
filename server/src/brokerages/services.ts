import type { Platform } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { isLoopbackDomain } from "../platform/http/host.ts";
import { TenantDirectory } from "./tenant-directory.ts";

/** What other slices know of a brokerage. */
type Known = {
  /** The IANA name of a brokerage's time zone. */
  timeZoneOf: (db: Db, brokerageId: number) => Promise<string>;
};

/** The services of the brokerages slice. */
export type UsesBrokerages = { brokerages: { tenants: TenantDirectory } & Known };

export function brokerageServices({ config, db, embedded }: Platform, { timeZoneOf }: Known): UsesBrokerages {
  // Where the public reach the program, a Host of their choice must not become the host of links in mails.
  const localNames = isLoopbackDomain(new URL(config.publicApiUrl).hostname);
  const tenants = new TenantDirectory(db, { singleWriter: embedded, localNames });
  return { brokerages: { tenants, timeZoneOf } };
}
