import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import { compileValidator } from "./validation.ts";

/** What an upload's `file` is in a body schema: its bytes. */
export function UploadedFile(description: string) {
  // Without a type: OpenAPI 3.1 says so of raw bytes, and the validator leaves the buffer alone.
  return Type.Unsafe<Buffer>({ contentMediaType: "application/octet-stream", description } as TSchema);
}

/** Makes multipart forms readable in this scope: one file, held in memory up to the limit, and a few short fields. */
export async function acceptUploads(scope: FastifyInstance, maxBytes: number): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 10_000, fieldNameSize: 100, parts: 12 },
  });
  scope.addHook("preValidation", async (request) => {
    request.body = request.isMultipart() ? await readForm(request) : {};
  });
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts()) {
    form[part.fieldname] = part.type === "file" ? await part.toBuffer() : part.value;
  }
  // An empty file field is what a browser sends when nothing was chosen.
  if (Buffer.isBuffer(form.file) && form.file.length === 0) delete form.file;
  return form;
}

/** Everything in a form is text, as in a query: `3` may be a number there. */
export function formValidator(part: { schema: object; httpPart?: string }) {
  return compileValidator({ ...part, httpPart: "querystring" });
}
