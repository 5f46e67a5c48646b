import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConsoleAssets } from "../../../../web/build/assets.ts";
import { asDomain, isLoopbackDomain } from "../../platform/http/host.ts";
import { barePage } from "../bare-page.ts";
import { EncodedPage } from "../encoded-page.ts";
import { sendPage } from "../send-page.ts";
import { consolePage } from "./console-page.ts";
import { mailFrame } from "./mail-frame.ts";
import { notificationWorker } from "./notification-worker.ts";
import { previewAddress, websiteFrame } from "./website-frame.ts";

/** `frame-src`: emails, and the website in the settings, at CONSOLE_URL by `websiteFrame`. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

type ConsoleDeps = {
  assets: ConsoleAssets;
  /** CONSOLE_URL: the one address of the console; null where every domain of a brokerage has it. */
  consoleUrl: string | null;
  /** The host that the request names, with its port. */
  hostOf(request: FastifyRequest): string | null;
  /** Whether a domain is one of a brokerage. */
  isBrokerages(domain: string): Promise<boolean>;
  /** Counts a page against the caller's limit. @throws AppError 429 */
  countPage(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
};

/** `/console`: the back office (web.md, The console). Every path below it is the same document, but for its frames. */
export function serveConsole(app: FastifyInstance, deps: ConsoleDeps): void {
  const page = new EncodedPage({
    status: 200,
    type: "text/html; charset=utf-8",
    headers: {
      "Content-Security-Policy": POLICY,
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "same-origin",
      "X-Robots-Tag": "noindex",
    },
    cookies: [],
    body: consolePage(deps.assets),
    caching: "personal",
  });
  const frame = new EncodedPage(mailFrame);
  const worker = new EncodedPage({
    status: 200,
    type: "text/javascript; charset=utf-8",
    headers: {},
    cookies: [],
    body: notificationWorker,
    caching: "personal",
  });
  for (const [url, content] of [
    ["/console", page],
    ["/console/*", page],
    ["/console/mail-frame", frame],
    ["/console/notifications.js", worker],
  ] as const)
    app.route({
      method: ["GET", "HEAD"],
      url,
      schema: { hide: true },
      async handler(request, reply) {
        await deps.countPage(request, reply);
        const place = await placeOf(request, deps);
        if (place === "elsewhere") return reply.redirect(deps.consoleUrl + request.url, 302);
        if (place === "unknown") return sendPage(new EncodedPage(barePage(404)), request, reply);
        return sendPage(content, request, reply);
      },
    });
  app.route<{ Querystring: { address?: unknown } }>({
    method: ["GET", "HEAD"],
    url: "/console/website-frame",
    schema: { hide: true },
    async handler(request, reply) {
      await deps.countPage(request, reply);
      const address = isConsoleUrl(deps.hostOf(request), deps) ? previewAddress(request.query.address) : null;
      const isShown = address !== null && (await deps.isBrokerages(asDomain(address.host)));
      return sendPage(new EncodedPage(isShown ? websiteFrame(address) : barePage(404)), request, reply);
    },
  });
}

/** Whether the console is at the request's host (W24). */
async function placeOf(
  request: FastifyRequest,
  deps: ConsoleDeps,
): Promise<"here" | "elsewhere" | "unknown"> {
  const host = deps.hostOf(request);
  if (host === null) return "unknown";
  if (isConsoleUrl(host, deps)) return "here";
  const domain = asDomain(host);
  if (isLoopbackDomain(domain)) return "here";
  if (!(await deps.isBrokerages(domain))) return "unknown";
  return deps.consoleUrl === null ? "here" : "elsewhere";
}

function isConsoleUrl(host: string | null, { consoleUrl }: ConsoleDeps): boolean {
  return consoleUrl !== null && new URL(consoleUrl).host === host?.toLowerCase();
}
