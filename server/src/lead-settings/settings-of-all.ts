import { openBrokerages } from "../brokerages/index.ts";
import type { Db } from "../platform/database/database.ts";
import type { LeadSettings } from "./lead-settings.schemas.ts";
import { defaultLeadSettings, settingNames } from "./lead-settings.ts";

/** The lead settings of all brokerages that are not disabled, by id. */
export async function leadSettingsOfAll(db: Db): Promise<Map<number, LeadSettings>> {
  const open = await openBrokerages(db);
  const rows = await db
    .selectFrom("lead_settings")
    .select(["brokerage_id", ...settingNames])
    .execute();
  const own = new Map(rows.map(({ brokerage_id, ...settings }) => [brokerage_id, settings as LeadSettings]));
  return new Map(open.map((id) => [id, own.get(id) ?? defaultLeadSettings]));
}
