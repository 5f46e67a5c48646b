import { lockBrokerage } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import type { RecordVersion } from "../platform/http/record-version.ts";
import { leadSettings } from "./lead-settings.ts";
import { storedSmsAccount } from "./sms-account/sms-account.ts";

type OfBrokerage = { brokerage_id: number };

export const leadSettingsVersion = {
  record: "lead settings",
  read: (ctx, { brokerage_id }) => leadSettings(ctx.db, brokerage_id),
  lock: (ctx, { brokerage_id }) => lockBrokerage(ctx, brokerage_id),
} satisfies RecordVersion<Context, OfBrokerage>;

/** With the sealed token, which differs after each change of it. */
export const smsAccountVersion = {
  record: "SMS account",
  async read(ctx, { brokerage_id }) {
    const { account_sid, from_number, sealed_auth_token } =
      (await storedSmsAccount(ctx.db, brokerage_id)) ?? {};
    return [account_sid, from_number, sealed_auth_token];
  },
  lock: leadSettingsVersion.lock,
} satisfies RecordVersion<Context, OfBrokerage>;
