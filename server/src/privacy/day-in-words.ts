import { leadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";

/** A day for people, where the brokerage is: `July 15, 2026`. */
export async function dayInWords({ db }: Context, brokerageId: number, moment: Date): Promise<string> {
  const { time_zone: timeZone } = await leadSettings(db, brokerageId);
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(moment);
}
