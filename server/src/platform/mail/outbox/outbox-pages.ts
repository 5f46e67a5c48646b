import { createHash } from "node:crypto";
import { escapedHtml } from "../../http/page.ts";
import type { MailHead, MailList, StoredMail } from "./read-outbox.ts";

const TITLE = "Outbox";

/** Beside the headers of every reply: pages of mail are not cached, and no other site can embed or open them. */
export const outboxHeaders = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** Of the mail's own HTML: no script, no form, nothing from the network; links open in a tab of their own. */
export const mailPolicy = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

export function listPage({ mails, total, pages }: MailList, page: number): string {
  if (total === 0) return html(TITLE, `<p>No mail yet. What would be sent appears here, for seven days.</p>`);
  const rows = mails.map(
    (mail) =>
      `<tr><td><time>${timeOf(mail)}</time></td><td>${escapedHtml(mail.to)}</td><td><a href="/outbox/${encodeURIComponent(mail.file)}">${escapedHtml(mail.subject)}</a></td></tr>`,
  );
  const older = page < pages ? ` <a href="/outbox?page=${page + 1}" rel="next">Older</a>` : "";
  const newer = page > 1 ? `<a href="/outbox?page=${page - 1}" rel="prev">Newer</a> ` : "";
  return html(
    TITLE,
    `<p>${total === 1 ? "One mail" : `${total} mails`} that were not sent, because MAIL_URL is not set.</p>
<table><thead><tr><th>Time (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>
${rows.join("\n")}
</tbody></table>
<nav>${newer}Page ${page} of ${pages}${older}</nav>`,
  );
}

export function mailPage(mail: StoredMail): string {
  const frame = mail.html
    ? `<iframe title="HTML version" src="/outbox/${encodeURIComponent(mail.file)}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text version</h2>`
    : "";
  return html(
    mail.subject,
    `<dl><dt>From</dt><dd>${escapedHtml(mail.from)}</dd><dt>To</dt><dd>${escapedHtml(mail.to)}</dd><dt>Time</dt><dd><time>${timeOf(mail)} UTC</time></dd></dl>
${frame}<pre>${withLinks(mail.text)}</pre>
<nav><a href="/outbox">All mails</a></nav>`,
  );
}

export function tooLargePage(file: string): string {
  return html(
    TITLE,
    `<p>This mail is too large to be shown. Open its file in DATA_DIR/outbox: ${escapedHtml(file)}</p>`,
  );
}

/** The mail's HTML, whose links open outside of the frame. */
export function framedHtml(mailHtml: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(mailHtml)
    ? mailHtml.replace(/<head[^>]*>/i, (head) => head + base)
    : base + mailHtml;
}

const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g;

/** The text, escaped, with its web addresses as links. */
function withLinks(text: string): string {
  let linked = "";
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = escapedHtml(match[0]);
    linked += `${escapedHtml(text.slice(end, match.index))}<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`;
    end = match.index + match[0].length;
  }
  return linked + escapedHtml(text.slice(end));
}

function timeOf({ date }: MailHead): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString().slice(0, 19).replace("T", " ");
}

function html(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1 dir="auto">${escapedHtml(title)}</h1>
${body}
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem }
table { width: 100%; border-collapse: collapse }
th, td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; overflow-wrap: anywhere }
time { white-space: nowrap; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem }
dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 65vh; border: 1px solid #8884; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8884; padding: 1rem }
nav { margin: 1rem 0 }
`;

/** Of our own pages: their style and the frame. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
