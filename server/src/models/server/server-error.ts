import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from "cockatiel";
import { tracedCall } from "../../platform/telemetry/traced-call.ts";
import { ModelError, type ModelFailure } from "../models.ts";

/** Details of a failure for retries. */
type Details = {
  /** Whether a retry may succeed. */
  again?: boolean;
  /** The server's Retry-After. */
  afterMs?: number | null;
  /** The status of the reply; null without a reply. */
  status?: number | null;
  cause?: unknown;
};

/** A failure of a model server. */
export class ServerError extends ModelError {
  readonly again: boolean;
  readonly afterMs: number | null;
  readonly status: number | null;

  constructor(reason: ModelFailure, message: string, details: Details = {}) {
    super(reason, message, { cause: details.cause });
    this.again = details.again ?? false;
    this.afterMs = details.afterMs ?? null;
    this.status = details.status ?? null;
  }
}

/** An error text for the operator of the server; the server's own text is in `cause`, without the key. */
export function asServerError(error: unknown, model: string, key: string | null): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof BrokenCircuitError) {
    return new ServerError(
      "unavailable",
      "The model server has failed repeatedly; it is tried again in seconds.",
    );
  }
  if (error instanceof BulkheadRejectedError) {
    return new ServerError("unavailable", "The model server is overloaded.");
  }
  if (isAbort(error)) {
    return new ServerError("unavailable", "The model server does not answer in time.", { again: true });
  }
  if (isRefusal(error)) return ofStatus(error, model, key);
  if (holds(error, ReplyTooLong)) {
    return new ServerError("failed", "The model server replied with too many bytes.");
  }
  if (error instanceof SyntaxError) {
    return new ServerError("failed", "The model server replied with invalid JSON.");
  }
  const cause = new Error(redacted(deepest(error), key));
  return new ServerError("unavailable", "The model server cannot be reached.", { again: true, cause });
}

/** The library's APIError, recognized by its shape, because the library is loaded only with a model server. */
type Refusal = Error & { status: number; code?: unknown; headers?: Headers };

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && "status" in error && typeof error.status === "number";
}

function ofStatus(error: Refusal, model: string, key: string | null): ServerError {
  const { status } = error;
  const cause = new Error(redacted(error.message, key));
  if (status === 404 || status === 501 || error.code === "model_not_found") {
    const message = `The model server has no model ${model} for this: load it, or name another.`;
    return new ServerError("not_loaded", message, { status, cause });
  }
  if (status === 401 || status === 403) {
    const message = "The model server refuses the key: check MODEL_SERVER_KEY.";
    return new ServerError("unavailable", message, { status, cause });
  }
  if (status >= 500 || [408, 409, 425, 429].includes(status)) {
    const afterMs = parseRetryAfter(error.headers?.get("retry-after") ?? null);
    const message = `The model server answers with status ${status}.`;
    return new ServerError("unavailable", message, { again: true, afterMs, status, cause });
  }
  if (status >= 300 && status < 400) {
    const message = "The model server sends us elsewhere: MODEL_SERVER_URL must be where it is.";
    return new ServerError("failed", message, { status });
  }
  return new ServerError("failed", `The model server replied with status ${status}.`, { status, cause });
}

/** Retry-After in seconds or as a date. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const wait = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

function isAbort(error: unknown): boolean {
  if (error instanceof TaskCancelledError) return true;
  return error instanceof Error && ["AbortError", "TimeoutError"].includes(error.name);
}

function holds(error: unknown, kind: typeof ReplyTooLong): boolean {
  return error instanceof kind || (error instanceof Error && holds(error.cause, kind));
}

function deepest(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? deepest(error.cause) : error.message;
}

function redacted(text: string, key: string | null): string {
  const withoutKey = key === null ? text : text.replaceAll(key, "…");
  return withoutKey.replaceAll(/\p{Cc}+/gu, " ").slice(0, 300);
}

/** The reply exceeds the size limit. */
class ReplyTooLong extends Error {}

/** `fetch` without redirects, which could send the key to another host, and with a limit of `mostBytes` for replies. */
export function boundedFetch(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const reply = await tracedCall(describe(input, init), () =>
      fetch(input, { ...init, redirect: "manual" }),
    );
    if (reply.body === null) return reply;
    let read = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > mostBytes) controller.error(new ReplyTooLong());
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = reply;
    return new Response(reply.body.pipeThrough(counted), { status, statusText, headers });
  };
}

function describe(input: Parameters<typeof fetch>[0], init: RequestInit | undefined) {
  return { method: init?.method ?? "GET", url: input instanceof Request ? input.url : input };
}
