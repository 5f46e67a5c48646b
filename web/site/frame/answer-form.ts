import type { SiteDeps, SiteReply, SiteRequest } from "../contract.ts";
import { FormFields } from "../forms/form-fields.ts";
import { isOwnForm } from "../forms/form-origin.ts";
import { answerPage } from "./answer-page.ts";
import { PageError } from "./ended.ts";
import { endedReply } from "./ended-reply.ts";
import type { Page } from "./page.ts";
import { moved } from "./replies.ts";
import type { Visit } from "./visit.ts";

/** Handles a form: 303 to where it was sent, or the page again with what was typed (W15). */
export async function answerForm(
  page: Page,
  visit: Visit,
  request: SiteRequest,
  deps: SiteDeps,
): Promise<SiteReply> {
  if (!page.post) throw new PageError(405);
  if (page.isOn && !page.isOn(visit)) return endedReply({ ended: "not-found" }, visit, deps);
  if (!isOwnForm(request, page.signsIn === true)) throw new PageError(403);
  const fields = new FormFields(request.body);
  const result = await page.post(visit, fields);
  if ("ended" in result) return endedReply(result, visit, deps);
  if (result.posted === "sent") return moved(result.to, 303, result.cookies);
  const { errors, status, retryAfter } = result;
  const reply = await answerPage(page, { ...visit, form: { fields, errors } }, deps, status);
  return retryAfter === null ? reply : { ...reply, headers: { ...reply.headers, "Retry-After": retryAfter } };
}
