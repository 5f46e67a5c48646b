import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { withCommitDeadline } from "../database/commit-deadline.ts";
import { AppError } from "../errors.ts";
import { trimTrailing } from "../trim-trailing.ts";
import { clientCookieOf } from "./client-cookie.ts";
import { acceptedEncoding, COMPRESSED_FROM } from "./content-encoding.ts";
import { unverifiedSessionId } from "./credential.ts";
import { Download } from "./download.ts";
import { EncodedFile } from "./encoded-file.ts";
import { hasTag, weakTag } from "./etag.ts";
import { EncodedJson } from "./json-body.ts";
import { addressKey } from "./rate-limits/address-key.ts";
import { countKeptReply } from "./rate-limits/count-stored-bytes.ts";
import { runVersioned } from "./record-version.ts";
import {
  type AuthorizedContext,
  type Route,
  type RouteFields,
  type RouteFlags,
  takesIdempotencyKey,
} from "./route.ts";
import type { Answer, KeyedPost, RouteDeps } from "./route-deps.ts";
import type { SignedForm } from "./signed-forms.ts";
import { WithCookie } from "./with-cookie.ts";

const JSON_TYPE = "application/json; charset=utf-8";
// A viewer draws a PDF with an object and styles of its own, which our policy for JSON would forbid.
const PDF_POLICY = "frame-ancestors 'none'";

/** The handler of every route: gives the operation its context and its input, and sends what it returns. */
export async function answerRequest<Needs>(
  route: Route<Needs>,
  fields: RouteFields,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps<Needs>,
): Promise<unknown> {
  const query: { brokerage_id?: number } = pick(request.query, fields.query);
  if (route.tenant && query.brokerage_id !== undefined)
    request.auth.tenant = await deps.resolveTenant(request, query.brokerage_id);
  const ctx = contextOf(route, { request, reply }, deps);
  const input = {
    ...query,
    ...(route.streamBody ? { stream: request.body as Readable } : pick(request.body, fields.body)),
    ...(route.signedForm && signedForm(request, route.signedForm.header)),
    ...(request.params as object),
  } as never;

  const exchange = { request, reply };
  const key = request.headers["idempotency-key"];
  if (key !== undefined && takesIdempotencyKey(route)) {
    const post = keyedPost(String(key), route, request);
    const { status, body, replayed } = await withCommitDeadline(() =>
      deps.answerOnce(ctx, post, async (ctx) =>
        answerOf(
          route,
          bare(await runRoute(route, ctx as AuthorizedContext<Needs>, input, exchange), request, reply),
        ),
      ),
    );
    noteWrite(route, ctx);
    if (replayed) reply.header("Idempotent-Replayed", "true");
    else await countKeptReply(deps.limiter, route, request, body);
    if (status === 204) return reply.code(204).send();
    differByEncoding(reply);
    return reply.code(status).type(JSON_TYPE).send(body);
  }

  const result = bare(
    await withCommitDeadline(async () => {
      const run = async (ctx: AuthorizedContext<Needs>) => runRoute(route, ctx, input, exchange);
      return route.reads === "replica" ? ctx.oldReads.read(ctx, run, ctx.caller) : run(ctx);
    }),
    request,
    reply,
  );
  noteWrite(route, ctx);
  if (result instanceof Download) {
    if (result.contentType === "application/pdf") reply.header("Content-Security-Policy", PDF_POLICY);
    return reply.code(result.status).headers(result.headers).type(result.contentType).send(result.body);
  }
  if (result instanceof EncodedFile) return encodedFile(result, request, reply);
  const status = statusOf(route, result);
  if (status === 204) return reply.code(204).send();
  reply.code(status).type(JSON_TYPE);
  if (route.tagged) return encoded(tagged(result), request, reply);
  return result instanceof EncodedJson ? encoded(result, request, reply) : plain(result, request, reply);
}

/** Of a record with a version the operation runs by `record-version.ts`. */
function runRoute<Needs>(
  { version, ...route }: Route<Needs>,
  ctx: AuthorizedContext<Needs>,
  input: never,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): unknown {
  return version ? runVersioned({ ...route, version } as never, ctx, input, exchange) : route.run(ctx, input);
}

/** The caller's next reads see what was written, whichever server they go to. */
function noteWrite({ method, changesOnGet }: RouteFlags, { oldReads, caller }: Context): void {
  if ((method !== "GET" || changesOnGet) && caller !== null) oldReads.noteWrite(caller);
}

/** The context of a request that has been judged. */
export function contextOf<Needs>(
  { endsAtStop }: RouteFlags,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  deps: RouteDeps<Needs>,
): AuthorizedContext<Needs> {
  const { actor, tenant } = request.auth;
  const ctx = deps.contextFor(request, {
    actor,
    tenant,
    disconnected: () => disconnectSignal(reply),
    endsAtStop: endsAtStop === true,
    reauthenticate: () => deps.authenticate(request),
  });
  // Null where the route's flags do not demand it: then the type of its operation allows null.
  return ctx as AuthorizedContext<Needs>;
}

async function encoded(
  json: EncodedJson,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { bytes, etag } = json;
  differByEncoding(reply);
  if (etag !== undefined && isKnown(etag, headers, reply)) return reply.code(304).send();
  const encoding = bytes.length < COMPRESSED_FROM ? null : acceptedEncoding(headers["accept-encoding"]);
  if (!encoding) return bytes;
  reply.header("Content-Encoding", encoding);
  return json.compressed(encoding);
}

function tagged(result: unknown): EncodedJson {
  const json = result instanceof EncodedJson ? result.bytes : Buffer.from(JSON.stringify(result));
  return new EncodedJson(json, weakTag(json));
}

async function encodedFile(
  file: EncodedFile,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { bytes, contentType, etag } = file;
  differByEncoding(reply);
  if (isKnown(etag, headers, reply)) return reply.code(304).send();
  if (bytes.length === 0) return reply.code(204).send();
  reply.type(contentType);
  if (acceptedEncoding(headers["accept-encoding"], ["gzip"]) === null) return reply.send(bytes);
  return reply.header("Content-Encoding", "gzip").send(await file.gzipped());
}

/** Tags the reply. @returns whether the caller has it already. */
function isKnown(etag: string, headers: FastifyRequest["headers"], reply: FastifyReply): boolean {
  reply.header("ETag", etag);
  if (!hasTag(etag, headers["if-none-match"])) return false;
  reply.removeHeader("Content-Type");
  return true;
}

/** What is not encoded yet, which is only worth it when the caller takes it compressed. */
async function plain(result: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (result === undefined || acceptedEncoding(request.headers["accept-encoding"]) === null) {
    differByEncoding(reply);
    return result;
  }
  return encoded(new EncodedJson(JSON.stringify(result)), request, reply);
}

/** Beside what else replies differ by, such as the Origin. */
function differByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader("Vary");
  reply.header("Vary", others === undefined ? "Accept-Encoding" : `${others}, Accept-Encoding`);
}

/** What an operation returns, without the cookie that goes with it. */
function bare(result: unknown, { protocol }: FastifyRequest, reply: FastifyReply): unknown {
  if (!(result instanceof WithCookie)) return result;
  reply.header("Set-Cookie", result.header(protocol));
  return result.body;
}

function signedForm({ body, headers }: FastifyRequest, header: string): SignedForm {
  return { form: (body ?? {}) as SignedForm["form"], signature: String(headers[header] ?? "") };
}

function statusOf(route: RouteFlags, result: unknown): number {
  return route.statusFor?.(result as never) ?? route.status ?? 200;
}

function answerOf(route: RouteFlags, result: unknown): Answer {
  const body = result instanceof EncodedJson ? result.bytes.toString() : (JSON.stringify(result) ?? "");
  return { status: statusOf(route, result), body };
}

function keyedPost(key: string, route: RouteFlags, request: FastifyRequest): KeyedPost {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid(
      ["header", "Idempotency-Key"],
      "Idempotency-Key must be 1 to 255 printable ASCII characters",
    );
  }
  const { headers, url, auth, protocol } = request;
  const sessionId = unverifiedSessionId(headers);
  const ifMatch = route.version && headers["if-match"];
  return {
    key,
    sessionId,
    // On public routes also what identifies a visitor: sessions, and tokens and cookies of clients.
    caller:
      auth.caller ??
      `${sessionId ?? addressKey(auth.address)} ${headers["x-api-key"] ?? ""} ` +
        (headers.authorization ?? clientCookieOf(headers, protocol) ?? ""),
    path: trimTrailing("/", url.split("?", 1)[0] as string),
    content: JSON.stringify([request.body, request.query, ...(ifMatch === undefined ? [] : [ifMatch])]),
    showsSecret: route.showsSecret === true,
    ownTransactions: route.ownTransactions === true,
  };
}

function invalid(loc: string[], msg: string): AppError {
  return new AppError("invalid", [{ loc, msg, type: "value_error" }]);
}

/** The fields the schema names: unknown ones are ignored, and must not pass for another part's. */
function pick(input: unknown, fields: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  if (typeof input !== "object" || input === null) return picked;
  for (const field of fields) if (Object.hasOwn(input, field)) picked[field] = input[field as never];
  return picked;
}

/**
 * Aborted when the caller disconnects before the reply is complete. Fastify's request.signal is aborted as soon as
 * the body has been read.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
