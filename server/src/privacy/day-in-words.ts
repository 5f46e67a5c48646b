import { leadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";

/** Formats a day in the brokerage's time zone: `July 15, 2026`. */
export async function formatDay({ db }: Context, brokerageId: number, moment: Date): Promise<string> {
  const { time_zone: timeZone } = await leadSettings(db, brokerageId);
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(moment);
}
