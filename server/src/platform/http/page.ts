import { createHash } from "node:crypto";
import { Type } from "typebox";
import { trimTrailing } from "../trim-trailing.ts";
import { Download } from "./download.ts";

export const PAGE_TYPE = "text/html; charset=utf-8";

/** Response schema of a route with an HTML page, or of its errors. */
export const PageReply = (description?: string) =>
  Type.Unsafe<string>({ type: "string", contentMediaType: PAGE_TYPE, ...(description && { description }) });

type PageContent = {
  title: string;
  text: string;
  /** A button that sends a POST to `action`, a path of this API. */
  button?: { label: string; action: string };
  /** For pages that need more than a form: our own elements and script, which may call this API only. */
  live?: { html: string; script: string };
  status?: 200 | 404;
};

/**
 * A page for recipients who follow a link in an email: a title, a sentence, and an optional button. It loads no
 * resources and runs no script but the given one. It is not cached, because following the link may have changed what
 * it shows.
 */
export function page({ status = 200, ...content }: PageContent): Download {
  return new Download(Buffer.from(html(content)), PAGE_TYPE, headersOf(content), status);
}

/** Of a link whose token is forged, or of a record that is gone. */
export function invalidLinkPage(): Download {
  return page({ status: 404, title: "Page not found", text: "This link is not valid." });
}

/** The path under which this API is reached from outside. */
export function outsidePath({ publicApiUrl }: { publicApiUrl: string }): string {
  return trimTrailing("/", new URL(publicApiUrl).pathname);
}

function html({ title, text, button, live }: Omit<PageContent, "status">): string {
  const form = button
    ? `\n<form method="post" action="${escapedHtml(button.action)}"><button>${escapedHtml(button.label)}</button></form>`
    : "";
  const own = live ? `\n${live.html}\n<script>${live.script}</script>` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapedHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapedHtml(title)}</h1>
<p>${escapedHtml(text)}</p>${form}${own}
</main>
</body>
</html>
`;
}

function headersOf({ button, live }: Omit<PageContent, "status">): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${sourceOf(STYLE)}`,
      ...(live ? [`script-src ${sourceOf(live.script)}`, "connect-src 'self'"] : []),
      `form-action ${button ? "'self'" : "'none'"}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

/** CSP source of an inline element. */
function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f6; --card: #fff; --line: #e2e5e8; --title: #1d2327; --text: #4a545c; --accent: #14607a; --on-accent: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16191c; --card: #20252a; --line: #343b42; --title: #e8eaec; --text: #b4bcc4;
    --accent: #7fc4e0; --on-accent: #10222b;
  }
}
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: var(--ground); color: var(--text); font: 1.0625rem/1.6 system-ui, sans-serif;
}
main {
  box-sizing: border-box; width: min(30rem, 100% - 2rem); margin: 2rem 0; padding: 2.5rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 12px;
}
h1 { margin: 0 0 .75rem; color: var(--title); font-size: 1.5rem; line-height: 1.25 }
p { margin: 0; overflow-wrap: anywhere }
form { margin: 1.75rem 0 0 }
button {
  padding: .7rem 1.4rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; cursor: pointer;
}
noscript p { margin: .75rem 0 0 }
button:disabled { opacity: .6; cursor: default }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
[hidden] { display: none }
label { display: block; margin: 0 0 .35rem; color: var(--title); font-weight: 600 }
input {
  box-sizing: border-box; width: 100%; margin: 0 0 1rem; padding: .65rem .8rem; border: 1px solid var(--text);
  border-radius: 8px; background: var(--ground); color: var(--title); font: inherit;
}
ul { margin: 1.25rem 0 0; padding: 0; list-style: none; border-bottom: 1px solid var(--line) }
li { padding: .65rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere }
a { color: var(--accent) }
`;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML content and attributes. */
export function escapedHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}
