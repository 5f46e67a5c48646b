import type { ErrorCode } from "../errors.ts";

/** Lines of a response: any number of progress reports, then a result or an error. */
export type ControlLine =
  | { progress: unknown }
  | { result: unknown }
  | { error: { code: ErrorCode; detail: string } };
