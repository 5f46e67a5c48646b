import { KnownAccounts } from "./sms-account/known-accounts.ts";

/** The services of the lead-settings slice. */
export type UsesLeadSettings = {
  leadSettings: {
    /** Accounts of the SMS provider, for verifying the signatures of incoming texts. */
    smsAccounts: KnownAccounts;
  };
};

export function leadSettingsServices(): UsesLeadSettings {
  return { leadSettings: { smsAccounts: new KnownAccounts() } };
}
