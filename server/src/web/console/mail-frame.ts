import { createHash } from "node:crypto";
import type { SiteReply } from "../../../../web/site/contract.ts";
import { consoleFrame } from "./console-frame.ts";

/**
 * Shows what the page around it posts: a mail with styles of its own, which the console's policy forbids. Parsed by itself, a script of the
 * mail is never run, not even if the policy let it. Links lead nowhere: the unsubscribe link of the mail is a real one.
 */
const SCRIPT = `addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data.html !== "string") return;
  const mail = new DOMParser().parseFromString(data.html, "text/html");
  for (const link of mail.querySelectorAll("[href]")) link.removeAttribute("href");
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement);
});`;

/**
 * The frame in which the console shows mails as mail programs do. It holds nothing by itself, and is the same for all: an origin of its own,
 * without the network, forms and windows.
 */
export const mailFrame: SiteReply = consoleFrame({
  title: "Email",
  policy: [
    "sandbox allow-scripts",
    `script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
    "style-src 'unsafe-inline'",
    "img-src data:",
  ],
  head: `<meta name="color-scheme" content="light dark">
<script>${SCRIPT}</script>`,
});
