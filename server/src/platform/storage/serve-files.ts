import { relative } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { disconnectSignal } from "../http/answer-request.ts";
import { replyWithError } from "../http/error-replies.ts";
import { hasTag } from "../http/etag.ts";
import { FILES_PATH, type FileStorage } from "./file-storage.ts";
import { isImage, isImmutable, isKey, typeOf } from "./keys.ts";

type Options = {
  supply?: (key: string, request: FastifyRequest, signal: AbortSignal) => Promise<Buffer | null>;
  /** @throws AppError 429 */
  count?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
};

/**
 * `GET /files/{key}`: the stored images, public. Other files, which could hold a script or a secret, answer as
 * missing. `supply` makes files that are created on first request; `count` counts a request against the caller's limit.
 */
export async function serveFiles(
  app: FastifyInstance,
  storage: FileStorage,
  { supply, count }: Options = {},
): Promise<void> {
  const { folder } = storage;
  await app.register(async (scope) => {
    if (folder !== null) {
      await scope.register(fastifyStatic, {
        serve: false,
        root: folder,
        // Created at the start.
        suppressWarning: true,
        dotfiles: "ignore",
        index: false,
        cacheControl: false,
        // Called for existing files only: an error must not be cached for a year.
        setHeaders: (reply, path) => void reply.headers(headersOf(relative(folder, path))),
      });
    }
    scope.setErrorHandler(replyWithFileError);
    scope.route({
      method: ["GET", "HEAD"],
      url: `${FILES_PATH}*`,
      schema: { hide: true },
      config: { open: true },
      async handler(request: FastifyRequest<{ Params: { "*": string } }>, reply) {
        await count?.(request, reply);
        const key = request.params["*"];
        if (!isKey(key) || !isImage(key)) return reply.callNotFound();
        if (supply && !(await storage.exists(key))) {
          const made = await supply(key, request, disconnectSignal(reply));
          // The disk is full.
          if (made !== null && !(await storage.exists(key))) return sendUnstored(key, made, reply);
        }
        return folder === null ? passOn(storage, key, request, reply) : reply.sendFile(key);
      },
    });
  });
}

/** For no cache: it gets its ETag when it is stored. */
function sendUnstored(key: string, content: Buffer, reply: FastifyReply): FastifyReply {
  const headers = { ...headersOf(key), "Cache-Control": "no-store" };
  return reply.headers(headers).type(typeOf(key)).send(content);
}

/** Serves a file of a bucket: the bucket may be private, and URLs survive a move to another one. */
async function passOn(storage: FileStorage, key: string, request: FastifyRequest, reply: FastifyReply) {
  const file = await storage.stat(key);
  if (!file) return reply.callNotFound();
  const known = hasTag(file.etag, request.headers["if-none-match"]);
  const wantsContent = request.method === "GET" && !known;
  const content = wantsContent ? await storage.open(key) : null;
  if (wantsContent && !content) return reply.callNotFound();
  // Set last, because the reply may become an error before.
  reply.headers(headersOf(key)).header("ETag", file.etag);
  if (known) return reply.code(304).send();
  return reply.type(file.contentType).header("Content-Length", file.size).send(content);
}

const YEAR = 31_536_000;
const DAY = 86_400;

function headersOf(key: string): Record<string, string> {
  return {
    "Cache-Control": isImmutable(key) ? `public, max-age=${YEAR}, immutable` : `public, max-age=${DAY}`,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

/** Unsatisfiable ranges and preconditions are the caller's errors. */
function replyWithFileError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode === 416) return void reply.code(416).send({ detail: "Range Not Satisfiable" });
  if (error.statusCode === 412) return void reply.code(412).send({ detail: "Precondition Failed" });
  replyWithError(error, request, reply);
}
