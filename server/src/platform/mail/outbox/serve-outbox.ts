import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.ts";
import { AppError } from "../../errors.ts";
import { asDomain, isForwarded, isLoopback } from "../../http/host.ts";
import { PAGE_TYPE } from "../../http/page.ts";
import { outboxFolder } from "../outbox-mailer.ts";
import {
  framedHtml,
  listPage,
  mailPage,
  mailPolicy,
  outboxHeaders,
  pagePolicy,
  tooLargePage,
} from "./outbox-pages.ts";
import { listMails, MAX_PAGE, readMail, type StoredMail } from "./read-outbox.ts";

type Settings = Pick<Config, "dataDir" | "trustProxy" | "publicApiUrl">;
type MailRequest = FastifyRequest<{ Params: { file: string } }>;

/**
 * `/outbox`: the mails of DATA_DIR/outbox, for the person at this machine who tries the product. They hold links that sign
 * people in, so that no other caller may see them. Must not be called where there is a mail server.
 */
export function serveOutbox(app: FastifyInstance, settings: Settings): void {
  const folder = outboxFolder(settings.dataDir);
  const hidden = { schema: { hide: true } };
  const onRequest = async (request: FastifyRequest) => requireThisMachine(request, settings);

  app.get(
    "/outbox",
    { ...hidden, onRequest },
    async (request: FastifyRequest<{ Querystring: { page?: unknown } }>, reply) => {
      const page = Number(request.query.page ?? 1);
      if (!Number.isInteger(page) || page < 1 || page > MAX_PAGE)
        throw new AppError("invalid", `page must be a whole number from 1 to ${MAX_PAGE}`);
      return sendPage(reply, listPage(await listMails(folder, page), page));
    },
  );

  app.get("/outbox/:file", { ...hidden, onRequest }, async (request: MailRequest, reply) => {
    const mail = await readMail(folder, request.params.file);
    if (mail === null) return reply.callNotFound();
    return sendPage(reply, mail === "too large" ? tooLargePage(request.params.file) : mailPage(mail));
  });

  app.get("/outbox/:file/html", { ...hidden, onRequest }, async (request: MailRequest, reply) => {
    const mail = await readMail(folder, request.params.file);
    if (!hasHtml(mail)) return reply.callNotFound();
    return reply
      .headers({ ...outboxHeaders, "Content-Security-Policy": mailPolicy, "X-Frame-Options": "SAMEORIGIN" })
      .type(PAGE_TYPE)
      .send(framedHtml(mail.html));
  });
}

function hasHtml(mail: Awaited<ReturnType<typeof readMail>>): mail is StoredMail & { html: string } {
  return mail !== null && mail !== "too large" && mail.html !== null;
}

function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .headers({ ...outboxHeaders, "Content-Security-Policy": pagePolicy })
    .type(PAGE_TYPE)
    .send(text);
}

/**
 * The address of the connection counts, which no header can change, and the Host: a website that resolves its own name to this
 * machine (DNS rebinding) sends that name. A proxy on this machine forwards remote callers: it is recognised by its headers, by
 * TRUST_PROXY and by a public address. nginx without settings of its own sends no such header and this machine's Host, but
 * HTTP/1.0, which no browser sends.
 *
 * @throws AppError 403
 */
function requireThisMachine(request: FastifyRequest, { trustProxy, publicApiUrl }: Settings): void {
  const { headers, raw } = request;
  const isPublic = trustProxy || !isLocal(new URL(publicApiUrl).hostname);
  const isRemote = !isLocal(raw.socket.remoteAddress ?? "") || !isLocal(asDomain(headers.host ?? ""));
  const isOldProxy = raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0;
  if (isPublic || isRemote || isOldProxy || isForwarded(headers) || headers.origin !== undefined)
    throw new AppError("forbidden", CLOSED);
}

const CLOSED =
  "Cannot show the outbox: it opens only in a browser on this machine, at http://localhost, without a proxy, TRUST_PROXY or a public PUBLIC_API_URL. Read the files in DATA_DIR/outbox, or set MAIL_URL";

/** `[::1]`, `::1`, `::ffff:127.0.0.1`, `127.0.0.1` or `localhost`. */
function isLocal(host: string): boolean {
  return isLoopback(host.replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:/i, ""));
}
