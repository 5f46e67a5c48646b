import { h } from "preact";
import { ErrorPage } from "../components/error-page.tsx";
import type { SiteDeps, SiteReply } from "../contract.ts";
import { errorTexts } from "../texts/errors.ts";
import { PageError } from "./ended.ts";
import { renderDocument } from "./render-document.tsx";
import { HTML } from "./replies.ts";
import type { Visit } from "./visit.ts";

const SHOWN = new Set([403, 404, 405, 410, 429, 503]);

/** The page of an error. What was not expected is reported and shown as 500. */
export function errorReply(error: unknown, visit: Visit, deps: SiteDeps): SiteReply {
  const known = error instanceof PageError && SHOWN.has(error.status) ? error : null;
  if (known === null) deps.reportError(error);
  const status = known?.status ?? 500;
  const texts = errorTexts(status);
  const head = { title: texts.title, canonical: null, noindex: true };
  return {
    status,
    type: HTML,
    headers: known?.retryAfter ? { "Retry-After": known.retryAfter } : {},
    cookies: [],
    body: renderDocument({ visit, assets: deps.assets, head, content: h(ErrorPage, { texts }) }),
    caching: status === 404 || status === 410 ? "shared" : "personal",
  };
}
