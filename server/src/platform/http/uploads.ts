import multipart from "@fastify/multipart";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import { AppError } from "../errors.ts";
import { compileValidator } from "./validation.ts";

/** Enough for ten megabytes on a slow line. */
const FORM_TIMEOUT_MS = 120_000;

/** The body schema of an upload's `file`: its bytes. */
export function UploadedFile(description: string) {
  // Without a type, as OpenAPI 3.1 has it for raw bytes, so that the validator skips the buffer.
  return Type.Unsafe<Buffer>({ contentMediaType: "application/octet-stream", description } as TSchema);
}

/** Parses multipart forms in this scope: one file, held in memory up to the limit, and a few short fields. */
export async function acceptUploads(scope: FastifyInstance, maxBytes: number): Promise<void> {
  scope.removeAllContentTypeParsers();
  // Other bodies are parsed as a form without a file, which gets the route's error.
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
  // The timeout covers the whole body, also after a refusal.
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
  // Browsers send an empty file field when no file is chosen.
  if (!Buffer.isBuffer(form.file) || form.file.length === 0) delete form.file;
  return form;
}

/** Form fields are text, as in a query: `3` may be a number. */
export function formValidator(part: { schema: object; httpPart?: string }) {
  return compileValidator({ ...part, httpPart: "querystring" });
}
