import { Type } from "typebox";
import { Id } from "../platform/http/fields.ts";
import { deletionOf } from "../platform/http/record-version.ts";
import { route } from "../platform/http/route.ts";
import { getLeadSettings } from "./get-lead-settings.ts";
import { LeadSettings, UpdateLeadSettingsBody } from "./lead-settings.schemas.ts";
import { leadSettingsVersion, smsAccountVersion } from "./settings-versions.ts";
import { deleteSmsAccount } from "./sms-account/delete-sms-account.ts";
import { getSmsAccount } from "./sms-account/get-sms-account.ts";
import { SmsAccountView, UpdateSmsAccountBody } from "./sms-account/sms-account.schemas.ts";
import { updateSmsAccount } from "./sms-account/update-sms-account.ts";
import { updateLeadSettings } from "./update-lead-settings.ts";

const BrokerageParams = Type.Object({ brokerage_id: Id() });

const settings = {
  tag: "Lead settings",
  permission: "broker",
  path: "/api/admin/brokerages/{brokerage_id}/lead-settings",
  params: BrokerageParams,
  response: LeadSettings,
  errors: { 404: "Brokerage not found" },
} as const;

const account = {
  tag: "Lead settings",
  permission: "broker",
  path: "/api/admin/brokerages/{brokerage_id}/sms-account",
  params: BrokerageParams,
  errors: { 404: "Brokerage not found, or SMS account not found" },
} as const;

export const leadSettingsRoutes = [
  route({
    ...settings,
    method: "GET",
    operationId: "getLeadSettings",
    version: leadSettingsVersion,
    summary: "Get the lead settings of a brokerage",
    run: getLeadSettings,
  }),
  route({
    ...settings,
    method: "PUT",
    operationId: "updateLeadSettings",
    version: leadSettingsVersion,
    summary: "Update the lead settings of a brokerage",
    description: "Settings that are absent keep their values.",
    body: UpdateLeadSettingsBody,
    run: updateLeadSettings,
  }),
  route({
    ...account,
    method: "GET",
    operationId: "getSmsAccount",
    version: smsAccountVersion,
    summary: "Get a brokerage's own SMS account",
    response: SmsAccountView,
    run: getSmsAccount,
  }),
  route({
    ...account,
    method: "PUT",
    operationId: "updateSmsAccount",
    version: smsAccountVersion,
    summary: "Create or update a brokerage's own SMS account",
    description:
      "Fields that are absent keep their values; a new account requires all. The token is never returned.",
    body: UpdateSmsAccountBody,
    response: SmsAccountView,
    run: updateSmsAccount,
  }),
  route({
    ...account,
    method: "DELETE",
    operationId: "deleteSmsAccount",
    summary: "Delete a brokerage's own SMS account",
    response: Type.Object({ message: Type.String() }),
    version: deletionOf(smsAccountVersion),
    run: deleteSmsAccount,
  }),
];
