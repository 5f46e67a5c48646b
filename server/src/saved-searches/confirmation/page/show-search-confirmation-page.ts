import { readFileSync } from "node:fs";
import { brokerageSummary } from "../../../brokerages/index.ts";
import type { TenantContext } from "../../../platform/context.ts";
import type { Download } from "../../../platform/http/download.ts";
import { escapedHtml, outsidePath, page } from "../../../platform/http/page.ts";

const script = readFileSync(new URL("./search-confirmation-page.browser.js", import.meta.url), "utf8");

/**
 * The page of a confirmation link for brokerages without a website. It is the same for every link and sends no request before a click:
 * mail scanners open links and run scripts, but do not press buttons.
 */
export async function showSearchConfirmationPage(ctx: TenantContext): Promise<Download> {
  const { name } = await brokerageSummary(ctx.db, ctx.tenant.brokerageId);
  const text = `Save your search with ${name}, and hear of homes that match. The link in your email works once.`;
  return page({
    title: "Your search",
    text,
    live: { html: elements(`${outsidePath(ctx.config)}/api`), script },
  });
}

function elements(api: string): string {
  return `<div id="search" data-api="${escapedHtml(api)}">
<noscript><p>Please switch on JavaScript for this page, or open the link in another browser.</p></noscript>
<form id="save" hidden><button>Save my search</button></form>
</div>`;
}
