import { relative } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { replyWithError } from "../http/error-replies.ts";
import { signalOfLeaving } from "../http/signal-of-leaving.ts";
import { FILES_PATH, type FileStorage } from "./file-storage.ts";
import { isImage, isKey, neverChanges } from "./keys.ts";

/**
 * `GET /files/{key}`: the images in the storage, for everybody. Nothing else in it is public: a file that could
 * hold a script or a secret answers as a missing one. `supply` makes what is made only when somebody asks for it.
 */
export async function serveFiles(
  app: FastifyInstance,
  storage: FileStorage,
  supply?: (key: string, request: FastifyRequest, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { folder } = storage;
  await app.register(async (scope) => {
    if (folder !== null) {
      await scope.register(fastifyStatic, {
        serve: false,
        root: folder,
        // It is made at the start.
        suppressWarning: true,
        dotfiles: "ignore",
        index: false,
        cacheControl: false,
        // Called for a file that is there: an error must not be cached for a year.
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
        const key = request.params["*"];
        if (!isKey(key) || !isImage(key)) return reply.callNotFound();
        if (supply && !(await storage.exists(key))) {
          await supply(key, request, signalOfLeaving(reply));
        }
        return folder === null ? passOn(storage, key, request, reply) : reply.sendFile(key);
      },
    });
  });
}

/** A file of a bucket, through us: the bucket may be private, and addresses outlive a move to another one. */
async function passOn(storage: FileStorage, key: string, request: FastifyRequest, reply: FastifyReply) {
  const file = await storage.stat(key);
  if (!file) return reply.callNotFound();
  const known = isKnown(file.etag, request.headers["if-none-match"]);
  const wantsContent = request.method === "GET" && !known;
  const content = wantsContent ? await storage.open(key) : null;
  if (wantsContent && !content) return reply.callNotFound();
  // Only now: until here it may still become an error.
  reply.headers(headersOf(key)).header("ETag", file.etag);
  if (known) return reply.code(304).send();
  return reply.type(file.contentType).header("Content-Length", file.size).send(content);
}

/** Whether the caller has it already; a proxy that compresses marks etags as weak. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

const YEAR = 31_536_000;
const DAY = 86_400;

function headersOf(key: string): Record<string, string> {
  return {
    "Cache-Control": neverChanges(key) ? `public, max-age=${YEAR}, immutable` : `public, max-age=${DAY}`,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

/** A range or a precondition that cannot be met is the caller's. */
function replyWithFileError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode === 416) return void reply.code(416).send({ detail: "Range Not Satisfiable" });
  if (error.statusCode === 412) return void reply.code(412).send({ detail: "Precondition Failed" });
  replyWithError(error, request, reply);
}
