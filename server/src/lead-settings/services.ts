import { SmsAccountCache } from "./sms-account/sms-account-cache.ts";

/** The services of the lead-settings slice. */
export type UsesLeadSettings = {
  leadSettings: {
    /** Accounts of the SMS provider, for verifying the signatures of incoming texts. */
    smsAccounts: SmsAccountCache;
  };
};

export function leadSettingsServices(): UsesLeadSettings {
  return { leadSettings: { smsAccounts: new SmsAccountCache() } };
}
