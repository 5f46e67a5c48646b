import type { SiteReply } from "../../../../web/site/contract.ts";

type ConsoleFrame = {
  title: string;
  /** What its policy has beside the directives that every frame has. */
  policy: readonly string[];
  head: string;
  body?: string;
};

/** A document that the console shows in a frame: only the console frames it, and it sends no forms. */
export function consoleFrame({ title, policy, head, body = "" }: ConsoleFrame): SiteReply {
  return {
    status: 200,
    type: "text/html; charset=utf-8",
    headers: {
      "Content-Security-Policy": [
        "default-src 'none'",
        ...policy,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ].join("; "),
      "X-Frame-Options": "SAMEORIGIN",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
    cookies: [],
    body: `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<title>${title}</title>
${head}
</head>
<body>${body}</body>
</html>
`,
    caching: "personal",
  };
}
