import { AppError } from "../../platform/errors.ts";
import type { PortableError } from "./thread-protocol.ts";

/** An error of the process, as the import thread sees it: `code` is that of the database. */
export class CallError extends Error {
  readonly code: string | undefined;
  readonly call: number | undefined;

  constructor({ message, code, call }: PortableError) {
    super(message);
    this.code = code;
    this.call = call;
  }
}

export function packError(error: unknown, call?: number): PortableError {
  const known = error instanceof Error ? error : new Error(String(error));
  const code = "code" in known ? String(known.code) : undefined;
  return {
    message: known.message,
    stack: known.stack,
    code,
    appCode: error instanceof AppError ? error.code : undefined,
    call: call ?? (error instanceof CallError ? error.call : undefined),
  };
}

/** The error of a thread: of its own kind where callers distinguish it. */
export function unpackError({ message, stack, appCode }: PortableError): Error {
  if (appCode) return new AppError(appCode, message);
  const error = new Error(message);
  if (stack) error.stack = stack;
  return error;
}
