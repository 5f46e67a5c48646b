import { readFileSync } from "node:fs";
import { brokerageSummary } from "../../brokerages/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Download } from "../../platform/http/download.ts";
import { escapedHtml, outsidePath, page } from "../../platform/http/page.ts";

const script = readFileSync(new URL("./favorites-page.browser.js", import.meta.url), "utf8");

/**
 * The page of a magic link for brokerages without a website. It is the same for every link and sends no request
 * before a click: mail scanners open links and run scripts, but do not press buttons.
 */
export async function showFavoritesPage(ctx: TenantContext): Promise<Download> {
  const { name } = await brokerageSummary(ctx.db, ctx.tenant.brokerageId);
  const text = `Open the homes that you have saved with ${name}. The link in your email works once.`;
  return page({
    title: "Your favorites",
    text,
    live: { html: elements(`${outsidePath(ctx.config)}/api`), script },
  });
}

function elements(api: string): string {
  return `<div id="favorites" data-api="${escapedHtml(api)}">
<noscript><p>Please switch on JavaScript for this page, or open the link in another browser.</p></noscript>
<form id="open" hidden><button>Open my favorites</button></form>
<form id="ask" hidden>
<label for="email">Your email</label>
<input id="email" type="email" required maxlength="255" autocomplete="email">
<button>Send me a new link</button>
</form>
<ul id="list" hidden></ul>
<form id="leave" hidden><button>Sign out</button></form>
</div>`;
}
