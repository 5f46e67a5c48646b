import { AppError, type ErrorCode } from "../../errors.ts";

/** An error on its way between threads. `call`: it was thrown by the process, which still has it under this number. */
export type PortableError = {
  /** Of its class. */
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
  appCode: ErrorCode | undefined;
  call: number | undefined;
};

/** An error of the process, as a thread sees it: `code` is that of the database. */
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
    name: known.name,
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
