import { PAGE_TYPE, PageReply } from "../platform/http/page.ts";
import { route } from "../platform/http/route.ts";
import { listNewsletterSubscribers } from "./list-newsletter-subscribers.ts";
import * as schemas from "./newsletter.schemas.ts";
import { subscribeToNewsletter } from "./subscribe-to-newsletter.ts";
import { unsubscribeFromNewsletter } from "./unsubscribe-from-newsletter.ts";
import { unsubscribeFromNewsletterOneClick } from "./unsubscribe-from-newsletter-one-click.ts";
import { UNSUBSCRIBE_PATH } from "./unsubscribe-link.ts";

const newsletter = { tag: "Newsletter" } as const;

export const newsletterRoutes = [
  route({
    ...newsletter,
    method: "POST",
    path: "/api/newsletter/subscribe",
    operationId: "subscribeToNewsletter",
    storesKilobytes: 16,
    summary: "Subscribe to a brokerage's newsletter",
    description:
      "The request's domain determines the brokerage. Safe to repeat: an address is subscribed once.",
    permission: "public",
    tenant: true,
    limits: ["forms_address"],
    body: schemas.SubscribeBody,
    response: schemas.SubscribeReply,
    run: subscribeToNewsletter,
  }),
  route({
    ...newsletter,
    method: "GET",
    path: `${UNSUBSCRIBE_PATH}/{token}`,
    operationId: "unsubscribeFromNewsletter",
    summary: "Unsubscribe by the link in a newsletter",
    description: "Unsubscribes, and shows a page that confirms it. Works on any Host. Safe to repeat.",
    permission: "public",
    changesOnGet: true,
    usesReserve: true,
    params: schemas.UnsubscribeParams,
    produces: PAGE_TYPE,
    response: PageReply(),
    errors: { 404: PageReply("The link is not valid") },
    run: unsubscribeFromNewsletter,
  }),
  route({
    ...newsletter,
    method: "POST",
    path: `${UNSUBSCRIBE_PATH}/{token}`,
    operationId: "unsubscribeFromNewsletterOneClick",
    summary: "One-click unsubscription by a mail program (RFC 8058)",
    description:
      "The newsletter needs the header `List-Unsubscribe-Post: List-Unsubscribe=One-Click`. The body is ignored.",
    permission: "public",
    usesReserve: true,
    params: schemas.UnsubscribeParams,
    ignoresBody: true,
    response: schemas.UnsubscribeReply,
    errors: { 404: "This link is not valid" },
    run: unsubscribeFromNewsletterOneClick,
  }),
  route({
    ...newsletter,
    method: "GET",
    path: "/api/v1/admin/newsletter/subscribers",
    operationId: "listNewsletterSubscribers",
    summary: "List subscribers of the newsletter, newest first",
    description: "For the program that sends the newsletter.",
    permission: "broker",
    query: schemas.SubscriberQuery,
    response: schemas.SubscriberPage,
    reads: "replica",
    run: listNewsletterSubscribers,
  }),
];
