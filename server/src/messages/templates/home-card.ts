import { escapedHtml } from "../../platform/http/page.ts";
import type { Home } from "./draft.ts";
import { style } from "./html-styles.ts";

/** A listing in a mail: photo, what has happened, price, address and facts. All of it leads to the listing. */
export function homeCard(home: Home, color: string): string {
  const { url, photo, reasons, price, address, facts, foundBy, attribution } = home;
  const link = (content: string, css: string) =>
    `<a href="${escapedHtml(url)}" style="${css}">${content}</a>`;
  const image = photo
    ? `<tr><td>${link(
        `<img src="${escapedHtml(photo)}" alt="${escapedHtml(`Photo of ${address}`)}" width="486" class="photo" style="${style.photo}">`,
        "text-decoration:none",
      )}</td></tr>\n`
    : "";
  const marks = reasons.map(
    (reason) => `<span class="reason" style="${style.reason}">${escapedHtml(reason)}</span>`,
  );
  const line = (text: string | null, name: string, css: string) =>
    text ? `\n<p dir="auto" class="${name}" style="${css}">${escapedHtml(text)}</p>` : "";
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="home" style="${style.home};border-top:3px solid ${color}">
${image}<tr><td class="home-text" style="${style.homeText}">
<p style="${style.reasons}">${marks.join("")}</p>${line(price, "price", style.price)}
<p dir="auto" style="${style.address}">${link(escapedHtml(address), style.link)}</p>${line(facts, "label", style.homeFacts)}${line(foundBy, "label", style.homeFacts)}${line(attribution, "label", style.attribution)}
</td></tr></table>`;
}
