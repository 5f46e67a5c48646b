import { escapedHtml } from "../../platform/http/page.ts";
import { readableColor } from "../../platform/readable-color.ts";
import { type Draft, type Part, paragraphsOf, REPLY_LINE, type Sender, type Unsubscribe } from "./draft.ts";
import { homeCard } from "./home-card.ts";
import { DARK_AND_NARROW, style } from "./html-styles.ts";

/** The HTML version of a mail. Only photos of listings are loaded from elsewhere. All user input is escaped. */
export function htmlPart({ subject, preview, body, unsubscribe }: Draft, sender: Sender): string {
  const color = readableColor(sender.color);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapedHtml(subject)}</title>
<style>${DARK_AND_NARROW}</style>
</head>
<body class="page" style="${style.page}">
${preview === undefined ? "" : `<div style="${style.preview}">${escapedHtml(preview)}</div>\n`}<table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="page" style="${style.ground}"><tr><td align="center" class="ground" style="${style.around}">
<table role="presentation" width="560" cellspacing="0" cellpadding="0" class="card" style="${style.card};border-top:5px solid ${color}">
<tr><td class="inside" style="${style.inside}">
<p class="sender" dir="auto" style="${style.sender}">${escapedHtml(sender.brokerage)}</p>
${body.map((part) => asHtml(part, color)).join("\n")}
</td></tr></table>
${footer(sender, unsubscribe)}
</td></tr></table>
</body>
</html>
`;
}

function asHtml(part: Part, color: string): string {
  if (typeof part === "string") return `<p dir="auto" style="${style.paragraph}">${escapedHtml(part)}</p>`;
  if ("prose" in part) {
    const paragraphs = paragraphsOf(part.prose);
    return paragraphs
      .map((lines) => `<p dir="auto" style="${style.paragraph}">${inLines(lines)}</p>`)
      .join("\n");
  }
  if ("link" in part) {
    const button = `${style.button};background:${color};border:1px solid ${color}`;
    return `<p style="${style.paragraph}"><a href="${escapedHtml(part.link)}" class="button" style="${button}">${escapedHtml(part.label)}</a></p>`;
  }
  if ("quote" in part) {
    return `<p class="label" style="${style.by}">${escapedHtml(part.by)}</p>
<blockquote dir="auto" class="quote" style="${style.quote}">${inLines(part.quote.split(/\r\n?|\n/))}</blockquote>`;
  }
  if ("home" in part) return homeCard(part.home, color);
  if ("smallPrint" in part)
    return `<p dir="auto" class="label" style="${style.smallPrint}">${escapedHtml(part.smallPrint)}</p>`;
  const rows = part.facts.map(({ label, value, href }) => {
    const text = inLines([value].flat());
    const cell = href
      ? `<a href="${escapedHtml(href)}" class="value" style="${style.link}">${text}</a>`
      : text;
    return `<tr><td class="label" valign="top" style="${style.label}">${escapedHtml(label)}</td><td class="value" dir="auto" valign="top" style="${style.value}">${cell}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="facts" style="${style.facts}">${rows.join("\n")}</table>`;
}

function inLines(lines: string[]): string {
  return lines.map(escapedHtml).join("<br>");
}

function footer(
  { brokerage, address, unsubscribeUrl }: Sender,
  unsubscribe: Unsubscribe | undefined,
): string {
  // Each line is isolated, so that right-to-left text does not reorder the others.
  const lines = [brokerage, ...address].map((line) => `<bdi>${escapedHtml(line)}</bdi>`);
  const who = `<p class="footer" style="${style.footer}">${lines.join("<br>")}</p>`;
  if (unsubscribe) {
    const links = unsubscribe.links.map(
      ({ label, url }) =>
        `<a href="${escapedHtml(url)}" class="footer" style="${style.quiet}"><bdi>${escapedHtml(label)}</bdi></a>`,
    );
    return `${who}\n<p class="footer" style="${style.footer}">${links.join("<br>")}</p>`;
  }
  if (unsubscribeUrl === undefined) return who;
  const how =
    unsubscribeUrl === null
      ? REPLY_LINE
      : `<a href="${escapedHtml(unsubscribeUrl)}" class="footer" style="${style.quiet}">Unsubscribe</a>`;
  return `${who}\n<p class="footer" style="${style.footer}">${how}</p>`;
}
