import type { ErrorCode } from "../errors.ts";

/** The lines a command's answer is made of: any number of reports, then a result or an error. */
export type ControlLine =
  | { progress: unknown }
  | { result: unknown }
  | { error: { code: ErrorCode; detail: string } };
