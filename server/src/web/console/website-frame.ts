import { createHash } from "node:crypto";
import type { SiteReply } from "../../../../web/site/contract.ts";
import { consoleFrame } from "./console-frame.ts";

const STYLE = "html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0 }";

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The address of a preview (web.md, W32), at which a website of any host shows its first page; null for another text. */
export function previewAddress(text: unknown): URL | null {
  if (typeof text !== "string" || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isPage = ["https:", "http:"].includes(url.protocol) && url.username === "" && url.password === "";
  return isPage && url.pathname === "/" && url.searchParams.has("preview") ? url : null;
}

/**
 * The frame in which the console at CONSOLE_URL shows the website of another host. Its policy allows the origin of that one website. The
 * policy of the console's document, which is loaded before anyone is signed in and is the same for all, would have to allow every host, or
 * name those of all brokerages. It is a picture: the website's host is the brokerage's to answer for, so it sends no forms, opens no windows
 * and leads the console nowhere.
 */
export function websiteFrame(address: URL): SiteReply {
  const source = address.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return consoleFrame({
    title: "Website",
    policy: [`style-src 'sha256-${STYLE_HASH}'`, `frame-src ${address.origin}`],
    head: `<style>${STYLE}</style>`,
    body: `<iframe title="The website" sandbox="allow-scripts allow-same-origin" src="${source}"></iframe>`,
  });
}
