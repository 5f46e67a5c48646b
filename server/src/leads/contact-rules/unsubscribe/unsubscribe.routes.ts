import { Type } from "typebox";
import { LEAD_UNSUBSCRIBE_PATH } from "../../../messages/index.ts";
import { PAGE_TYPE, PageReply } from "../../../platform/http/page.ts";
import { route } from "../../../platform/http/route.ts";
import { unsubscribeLead } from "./unsubscribe-lead.ts";
import { unsubscribeLeadOneClick } from "./unsubscribe-lead-one-click.ts";

const TokenParams = Type.Object({ token: Type.String({ maxLength: 500 }) });

const link = {
  tag: "Leads",
  permission: "public",
  path: `${LEAD_UNSUBSCRIBE_PATH}/{token}`,
  params: TokenParams,
  usesReserve: true,
} as const;

/** The unsubscribe link of mails to leads. */
export const unsubscribeRoutes = [
  route({
    ...link,
    method: "GET",
    operationId: "unsubscribeLead",
    summary: "Unsubscribe by the link in an email",
    description: "Sets the Unsubscribed flag, and shows a page that confirms it. Works on any Host.",
    changesOnGet: true,
    produces: PAGE_TYPE,
    response: PageReply(),
    errors: { 404: PageReply("The link is not valid") },
    run: unsubscribeLead,
  }),
  route({
    ...link,
    method: "POST",
    operationId: "unsubscribeLeadOneClick",
    summary: "One-click unsubscription by a mail program (RFC 8058)",
    ignoresBody: true,
    response: Type.Object({ message: Type.String() }),
    errors: { 404: "This link is not valid" },
    run: unsubscribeLeadOneClick,
  }),
];
