import multipart from "@fastify/multipart";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import { AppError } from "../errors.ts";
import { compileValidator } from "./validation.ts";

/** A slow line carries ten megabytes in this time; a form that trickles in is cut off. */
const FORM_TIMEOUT_MS = 120_000;

/** What an upload's `file` is in a body schema: its bytes. */
export function UploadedFile(description: string) {
  // Without a type: OpenAPI 3.1 says so of raw bytes, and the validator leaves the buffer alone.
  return Type.Unsafe<Buffer>({ contentMediaType: "application/octet-stream", description } as TSchema);
}

/** Makes multipart forms readable in this scope: one file, held in memory up to the limit, and a few short fields. */
export async function acceptUploads(scope: FastifyInstance, maxBytes: number): Promise<void> {
  scope.removeAllContentTypeParsers();
  // A body of another kind holds no file: that is what its sender is told.
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  await scope.register(multipart, {
    limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 10_000, fieldNameSize: 100, parts: 11 },
  });
  scope.addHook("preValidation", async (request) => {
    request.body = request.isMultipart() ? await readInTime(request) : {};
  });
}

async function readInTime(request: FastifyRequest): Promise<Record<string, unknown>> {
  const timer = setTimeout(() => request.raw.destroy(), FORM_TIMEOUT_MS).unref();
  // What is refused goes on arriving: the time is for the whole of it.
  request.raw.once("close", () => clearTimeout(timer));
  try {
    return await readForm(request);
  } catch (error) {
    if ((error as FastifyError).code === "FST_REQ_FILE_TOO_LARGE") throw error;
    throw new AppError("bad_request", "Malformed form: send one file, and fields of text", { cause: error });
  }
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts()) {
    form[part.fieldname] = part.type === "file" ? await part.toBuffer() : part.value;
  }
  // An empty file field is what a browser sends when nothing was chosen.
  if (!Buffer.isBuffer(form.file) || form.file.length === 0) delete form.file;
  return form;
}

/** Everything in a form is text, as in a query: `3` may be a number there. */
export function formValidator(part: { schema: object; httpPart?: string }) {
  return compileValidator({ ...part, httpPart: "querystring" });
}
