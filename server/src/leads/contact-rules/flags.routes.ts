import { route } from "../../platform/http/route.ts";
import { leadVersion } from "../lead-version.ts";
import { LeadParams } from "../leads.schemas.ts";
import { clearLeadFlag } from "./clear-lead-flag.ts";
import { FlagBody, FlagCleared, FlagHistory, FlagParams, FlagSetting } from "./flags.schemas.ts";
import { listLeadFlags } from "./list-lead-flags.ts";
import { setLeadFlag } from "./set-lead-flag.ts";

const leads = { tag: "Leads", permission: "authenticated" } as const;

/** Communication flags. */
export const flagRoutes = [
  route({
    ...leads,
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/flags",
    operationId: "listLeadFlags",
    version: leadVersion,
    summary: "List a lead's communication flags and their history, newest last",
    params: LeadParams,
    response: FlagHistory,
    errors: { 404: "Lead not found" },
    run: listLeadFlags,
  }),
  route({
    ...leads,
    method: "PUT",
    path: "/api/v1/admin/leads/{lead_id}/flags/{flag}",
    operationId: "setLeadFlag",
    version: leadVersion,
    summary: "Set a communication flag",
    description: "An active flag is not changed. The body is optional.",
    params: FlagParams,
    body: FlagBody,
    response: FlagSetting,
    errors: { 404: "Lead not found, or unknown flag" },
    run: setLeadFlag,
  }),
  route({
    ...leads,
    method: "DELETE",
    path: "/api/v1/admin/leads/{lead_id}/flags/{flag}",
    operationId: "clearLeadFlag",
    version: leadVersion,
    summary: "Clear a communication flag",
    description: "The history records who set and who cleared it. The body is optional.",
    params: FlagParams,
    body: FlagBody,
    response: FlagCleared,
    errors: { 404: "Lead not found, unknown flag, or the flag is not set" },
    run: clearLeadFlag,
  }),
];
