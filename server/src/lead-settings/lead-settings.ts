import { enabledBrokerages } from "../brokerages/index.ts";
import type { Db } from "../platform/database/database.ts";
import { LeadSettings } from "./lead-settings.schemas.ts";

/** The defaults (decisions.md: Lead settings). */
export const defaultLeadSettings: LeadSettings = {
  response_target_seconds: 300,
  breach_alert: true,
  reminder_after_seconds: 600,
  broker_alert_after_seconds: 1800,
  reassign: false,
  reassign_after_seconds: 3600,
  final_escalation_after_seconds: 86_400,
  sms: false,
  push: true,
  contacting_timeout_days: 21,
  qualified_timeout_days: 180,
  follow_up_after_contact_days: 2,
  routing_strategy: "least_recently_assigned",
  primary_agent_id: null,
  time_zone: "America/Boise",
  quiet_start: "21:00",
  quiet_end: "08:00",
  postal_address: null,
  enforce_pipeline_type: false,
};

export const settingNames = Object.keys(LeadSettings.properties) as (keyof LeadSettings)[];

/** The lead settings of a brokerage. The primary agent may have become inactive since it was set. */
export async function leadSettings(db: Db, brokerageId: number): Promise<LeadSettings> {
  const row = await db
    .selectFrom("lead_settings")
    .select(settingNames)
    .where("brokerage_id", "=", brokerageId)
    .executeTakeFirst();
  return row ? (row as LeadSettings) : { ...defaultLeadSettings };
}

/** The IANA name of a brokerage's time zone. */
export async function brokerageTimeZone(db: Db, brokerageId: number): Promise<string> {
  const { time_zone } = await leadSettings(db, brokerageId);
  return time_zone;
}

/** The lead settings of all brokerages that are not disabled, by id. */
export async function leadSettingsOfAll(db: Db): Promise<Map<number, LeadSettings>> {
  const open = await enabledBrokerages(db);
  const rows = await db
    .selectFrom("lead_settings")
    .select(["brokerage_id", ...settingNames])
    .execute();
  const own = new Map(rows.map(({ brokerage_id, ...settings }) => [brokerage_id, settings as LeadSettings]));
  return new Map(open.map((id) => [id, own.get(id) ?? defaultLeadSettings]));
}
