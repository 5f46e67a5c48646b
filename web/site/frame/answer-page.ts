import { h } from "preact";
import type { SiteDeps, SiteReply } from "../contract.ts";
import { formTexts } from "../texts/forms.ts";
import { isEnded } from "./ended.ts";
import { endedReply } from "./ended-reply.ts";
import type { Page } from "./page.ts";
import { renderDocument } from "./render-document.tsx";
import { HTML } from "./replies.ts";
import type { Visit } from "./visit.ts";

/** Loads a page and renders it. With `visit.form`, as the answer to a form that was refused. */
export async function answerPage(
  page: Page,
  visit: Visit,
  deps: SiteDeps,
  formStatus = 422,
): Promise<SiteReply> {
  if (page.isOn && !page.isOn(visit)) return endedReply({ ended: "not-found" }, visit, deps);
  const loaded = await page.load(visit);
  if (isEnded(loaded)) return endedReply(loaded, visit, deps);
  const { head, data, status = 200, cookies = [] } = loaded;
  const title = visit.form ? formTexts.titlePrefix + head.title : head.title;
  return {
    status: visit.form ? formStatus : status,
    type: HTML,
    headers: {},
    cookies: page.audience === "person" ? [...cookies] : [],
    body: renderDocument({
      visit,
      assets: deps.assets,
      head: { ...head, title },
      content: h(page.View, { data, visit }),
    }),
    caching: page.audience === "person" || visit.form ? "personal" : "shared",
  };
}
