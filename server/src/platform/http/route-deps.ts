import type { FastifyRequest } from "fastify";
import type { Context, Tenant } from "../context.ts";
import type { Actor } from "./permissions.ts";
import type { KnownCallers } from "./rate-limits/known-callers.ts";
import type { RateLimiter } from "./rate-limits/rate-limiter.ts";

/** What the registration of routes needs from the application. */
export type RouteDeps<Needs> = {
  /** The actor whose credentials these headers carry; null without any. Throws 401 when they are bad. */
  authenticate: (request: FastifyRequest) => Promise<Actor | null>;
  limiter: RateLimiter;
  /** The callers that were recognised lately. */
  knownCallers: KnownCallers;
  /** The tenant of the request's Host, or of `brokerageId`. Throws 400 or 404. */
  resolveTenant: (request: FastifyRequest, brokerageId?: number) => Tenant | Promise<Tenant>;
  /** `disconnected` makes a signal that is aborted when the caller disconnects before the reply is complete. */
  contextFor: (
    request: FastifyRequest,
    caller: {
      actor: Actor | null;
      tenant: Tenant | null;
      disconnected: () => AbortSignal;
      endsAtStop: boolean;
      reauthenticate: () => Promise<Actor | null>;
    },
  ) => Context<Needs>;
  /** Throws 503 while the disk has no space for what requests store. */
  requireSpace: () => Promise<void>;
  /** Runs a POST with an Idempotency-Key, or answers with the reply of its first run. Throws 409 and 422. */
  answerOnce: (
    ctx: Context<Needs>,
    post: KeyedPost,
    run: (ctx: Context<Needs>) => Promise<Answer>,
  ) => Promise<Answer & { replayed: boolean }>;
};

/** A reply that can be stored and sent again: its body is JSON text. */
export type Answer = { status: number; body: string };

/** A POST with an Idempotency-Key, which runs once. */
export type KeyedPost = {
  key: string;
  /** The owner of the key: the same key of another caller is another key. */
  caller: string;
  /** The visitor's session that the request names. */
  sessionId: string | null;
  /** Of the request, with its parameters. */
  path: string;
  /** Body and query as JSON text. */
  content: string;
  /** The reply must not be stored. */
  showsSecret: boolean;
  /** The operation commits as it goes: it must not run in one transaction with its reply. */
  ownTransactions: boolean;
};
