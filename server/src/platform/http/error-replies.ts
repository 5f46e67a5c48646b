import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseUnavailable, isConnectionError, LOST_DEADLOCK } from "../database/connection-errors.ts";
import { DiskFull, isDiskFull } from "../disk-space.ts";
import { AppError, statusOf } from "../errors.ts";
import { securityHeaders } from "./security-headers.ts";
import { describeIssues } from "./validation.ts";

/** Writes every error reply of the API (SPEC: Errors; `{detail}` everywhere). */
export function replyWithError(
  thrown: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  answerError(thrown, { request, reply, send: (body) => reply.send(body) });
}

type Failed = { request: FastifyRequest; reply: FastifyReply; send: (body: object) => unknown };

/** Sets the status and the headers of an error, logs what was not expected, and sends the body. */
export function answerError(thrown: FastifyError | AppError, { request, reply, send }: Failed): void {
  const error = asAppError(thrown);
  // A malformed URL fails before any hook runs.
  if (!reply.hasHeader("X-Request-ID")) reply.headers({ "X-Request-ID": request.id, ...securityHeaders });
  if (error instanceof AppError) {
    reply.headers(error.headers);
    if (error.retryAfter !== null) reply.header("Retry-After", error.retryAfter);
  }
  const { status, body } = inOwnWords(error, request) ?? answerToError(error, request.id);
  if (status === 401) reply.header("WWW-Authenticate", "Bearer");
  // Errors after a disconnect are expected and not logged.
  if (status >= 500 && !reply.raw.destroyed && !isKnownOutage(error, request.server))
    request.log.error({ err: error, request_id: request.id }, "request failed");
  reply.code(status);
  // A caller that is still sending would get a connection reset instead of the reply.
  if (status === 413 && !request.raw.readableEnded) void readOn(request.raw).then(() => send(body));
  else send(body);
}

/** Maps errors of the connection, of a full disk and of a lost deadlock to the 503 that callers get. */
function asAppError(error: FastifyError | AppError): FastifyError | AppError {
  if (error instanceof AppError || error.validation || frameworkErrors[error.code]) return error;
  if (isDiskFull(error)) return new DiskFull(error);
  if (error.code === LOST_DEADLOCK)
    return new AppError("unavailable", "Another request was changing the same records. Send this one again", {
      retryAfter: 1,
      cause: error,
    });
  return isConnectionError(error) ? new DatabaseUnavailable(error) : error;
}

const FULL_DISK_LOGGED_MS = 60_000;
/** By server: when a full disk was logged. The log may be on the same disk. */
const fullDiskLogged = new WeakMap<FastifyInstance, number>();

/** An outage is logged once, not per request; a full disk once a minute. */
function isKnownOutage(error: unknown, server: FastifyInstance): boolean {
  const isFull = error instanceof DiskFull;
  if (!isFull && !(error instanceof DatabaseUnavailable)) return false;
  if (error.cause === undefined || !isFull) return error.cause === undefined;
  const now = performance.now();
  if (now - (fullDiskLogged.get(server) ?? Number.NEGATIVE_INFINITY) < FULL_DISK_LOGGED_MS) return true;
  fullDiskLogged.set(server, now);
  return false;
}

const READ_ON_BYTES = 16 * 1_048_576;
const READ_ON_MS = 2000;

/** Reads and discards the rest of a body that is too large, with limits on size and time. */
function readOn(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, READ_ON_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    let read = 0;
    body.on("data", (bytes: Buffer) => {
      read += bytes.length;
      if (read > READ_ON_BYTES) done();
    });
    body.once("end", done).once("close", done).resume();
  });
}

/** Applies the route's own wording, if any. */
function inOwnWords(error: FastifyError | AppError, { routeOptions }: FastifyRequest) {
  const { status, detail } = classify(error);
  const retryAfter = error instanceof AppError ? error.retryAfter : null;
  return routeOptions.config?.refusal?.({ status, detail, retryAfter }) ?? null;
}

/** Status and body of the reply. */
export function answerToError(
  thrown: FastifyError | AppError,
  requestId: string,
): { status: number; body: object } {
  const error = asAppError(thrown);
  const { status, detail } = classify(error);
  if (status === 500) return { status, body: { detail, request_id: requestId } };
  const { retryAfter, fields } = error instanceof AppError ? error : { retryAfter: null, fields: {} };
  return { status, body: { detail, ...fields, ...(retryAfter !== null && { retry_after: retryAfter }) } };
}

type Classified = { status: number; detail: AppError["detail"] };

function classify(error: FastifyError | AppError): Classified {
  if (error instanceof AppError) return { status: statusOf[error.code], detail: error.detail };
  if (error.validation) {
    const part = (error.validationContext ?? "body") as Parameters<typeof describeIssues>[1];
    return {
      status: 422,
      detail: describeIssues(error.validation as Parameters<typeof describeIssues>[0], part),
    };
  }
  const known = frameworkErrors[error.code];
  if (known) return known;
  // Other errors of the framework are the caller's.
  const { statusCode = 500 } = error;
  if (error.code?.startsWith("FST_") && statusCode >= 400 && statusCode < 500) {
    return statusCode === 403
      ? { status: 404, detail: "Not Found" }
      : { status: statusCode, detail: "Malformed request" };
  }
  return { status: 500, detail: "Internal server error" };
}

const noNul: Classified = {
  status: 422,
  detail: [{ loc: [], msg: "text must not contain NUL characters", type: "value_error" }],
};

/** Errors of Fastify and PostgreSQL for bad requests, in our words. */
const frameworkErrors: Record<string, Classified> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, detail: "Malformed JSON" },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    detail: "The body is not as long as Content-Length says",
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, detail: "The body is larger than 1 MB" },
  FST_REQ_FILE_TOO_LARGE: { status: 413, detail: "The file is too large" },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, detail: "Unsupported content type: send application/json" },
  FST_ERR_BAD_URL: { status: 400, detail: "Malformed URL" },
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, detail: "Not Found" },
  // PostgreSQL stores no NUL characters in text or JSON.
  "22021": noNul,
  "22P05": noNul,
};

/** Requests that Node's parser refuses never become a request: the reply is written to the socket. */
export function replyToUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const [status, detail] = parserErrors[error.code ?? ""] ?? ["400 Bad Request", "Malformed request"];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nX-Request-ID: ${randomUUID()}\r\n${securityLines}` +
      "Content-Type: application/json; charset=utf-8\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Of a request line or headers beyond the limits. */
export const TOO_LONG = { detail: "The request line or the headers are too long" };

const securityLines = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");

const parserErrors: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", TOO_LONG.detail],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive"],
};
