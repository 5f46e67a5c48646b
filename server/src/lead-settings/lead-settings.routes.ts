import { Type } from "typebox";
import { Id } from "../platform/http/fields.ts";
import { route } from "../platform/http/route.ts";
import { getLeadSettings } from "./get-lead-settings.ts";
import { LeadSettings, UpdateLeadSettingsBody } from "./lead-settings.schemas.ts";
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
    summary: "How a brokerage wants its leads handled",
    run: getLeadSettings,
  }),
  route({
    ...settings,
    method: "PUT",
    operationId: "updateLeadSettings",
    summary: "Change how leads are handled",
    description: "Only the settings that are sent change.",
    body: UpdateLeadSettingsBody,
    run: updateLeadSettings,
  }),
  route({
    ...account,
    method: "GET",
    operationId: "getSmsAccount",
    summary: "A brokerage's own account for texts",
    response: SmsAccountView,
    run: getSmsAccount,
  }),
  route({
    ...account,
    method: "PUT",
    operationId: "updateSmsAccount",
    summary: "Set or change a brokerage's own account for texts",
    description:
      "Only the fields that are sent change; the first time all are required. The token is never shown.",
    body: UpdateSmsAccountBody,
    response: SmsAccountView,
    run: updateSmsAccount,
  }),
  route({
    ...account,
    method: "DELETE",
    operationId: "deleteSmsAccount",
    summary: "Remove a brokerage's own account for texts",
    response: Type.Object({ message: Type.String() }),
    run: deleteSmsAccount,
  }),
];
