import type { SiteReply } from "../../../web/site/contract.ts";

const texts: Record<number, [title: string, text: string]> = {
  400: ["Bad request", "Your browser sent a request that cannot be read."],
  404: ["Not found", "There is no website at this address."],
  413: ["Too long", "What you sent is too long. Go back and shorten it."],
  415: ["Not readable", "The form was sent in a way that cannot be read."],
  429: ["Too many requests", "Many pages were requested from your network. Wait a minute, then try again."],
  503: ["Back in a moment", "The website cannot answer right now. Try again in a minute."],
};
const UNEXPECTED = ["Something went wrong", "The page could not be shown. Try again in a minute."] as const;

/**
 * A page without a brokerage: for a Host of no brokerage, which must reveal none (W4), and where the brokerage was not looked up, such as
 * over a rate limit.
 */
export function barePage(status: number): SiteReply {
  const [title, text] = texts[status] ?? UNEXPECTED;
  return {
    status,
    type: "text/html; charset=utf-8",
    headers: { "X-Robots-Tag": "noindex" },
    cookies: [],
    body: `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><main id="main"><h1>${title}</h1><p>${text}</p></main></body>
</html>
`,
    caching: "personal",
  };
}
